import type { Types } from 'mongoose';
import { isNameId } from '../../catalogue/name-id';
import type { Play, PlaySource } from '../play.schema';
import type { ReportedPlay } from './reported-play';
import { isMoreExact, mostExactSource } from './same-play';
import type { TrackForm } from './track-forms';

/** A report on its way into the history. */
export interface Report {
  source: PlaySource;
  play: ReportedPlay;
  form: TrackForm;
}

/** The id and time that a row will have once a report is merged into it. */
export interface Identity {
  trackId: string;
  playedAt: number;
}

export function identityAfterMerge(row: Play, { source, play, form }: Report): Identity {
  const own = row.track.platform_id;
  const told = form.track.platform_id;
  return {
    trackId: isReported(row) || isNameId(told) ? own : told,
    playedAt: isMoreExact(source, mostExactSource(row)) ? play.playedAt : row.played_at.getTime(),
  };
}

/**
 * Whether a source has told the row's track id. Otherwise it was made of names, or found by searching for them, and of
 * several tracks with one name that may be the wrong one: then what a source tells is better.
 */
function isReported({ track, seen, reported_as }: Play): boolean {
  if (isNameId(track.platform_id)) return false;
  return (Object.keys(seen) as PlaySource[]).some((source) => reported_as?.[source] === undefined);
}

/** Fills a row with what a further source tells about its play. What is there stays; the most exact time wins. */
export function mergeReport(row: Play, report: Report, recordId: Types.ObjectId): void {
  const { source, play, form } = report;
  const { trackId, playedAt } = identityAfterMerge(row, report);
  const reportedAs = { ...row.reported_as };
  if (trackId !== row.track.platform_id) {
    for (const before of Object.keys(row.seen) as PlaySource[]) reportedAs[before] ??= row.track.platform_id;
  }
  if (form.track.platform_id !== trackId) reportedAs[source] = form.track.platform_id;

  const [first, second] = isReported(row) ? [row.track, form.track] : [form.track, row.track];
  row.track = {
    platform_id: trackId,
    name: row.track.name,
    artist_name: row.track.artist_name,
    album_name: first.album_name || second.album_name,
    album_image_url: first.album_image_url || second.album_image_url,
    duration_ms: first.duration_ms || second.duration_ms,
  };
  row.played_at = new Date(playedAt);
  row.ms_played ??= play.msPlayed;
  row.context_type ||= play.contextType ?? '';
  row.context_uri ||= play.contextUri ?? '';
  row.seen = { ...row.seen, [source]: new Date(play.playedAt) };
  row.merged_from = { ...row.merged_from, [source]: recordId };
  if (Object.keys(reportedAs).length > 0) row.reported_as = reportedAs;
}
