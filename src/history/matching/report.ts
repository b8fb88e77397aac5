import type { Types } from 'mongoose';
import { isNameId } from '../../catalogue/name-id';
import type { Play, ReportedNames } from '../play.schema';
import { type PlaySource, SOURCES_BY_EXACTNESS, SOURCES_BY_LENGTH } from '../play-source';
import type { ReportedPlay } from './reported-play';
import { type TrackForm, nameKeysOf, namesOf } from './track-forms';

/** What one source says about one play: as it comes in, or as a row of the history holds it. */
export interface Report {
  source: PlaySource;
  /** ms since 1970. */
  time: number;
  /** Milliseconds listened; null where the source does not say, undefined where the row does not know what it said. */
  msPlayed: number | null | undefined;
  /** The id of the track; null where the source knows it by name alone. */
  trackId: string | null;
  /** The id that a search has found for a track known by name alone. */
  resolvedId: string | null;
  /** What its names are compared by: see namesOf. */
  names: string | null;
  trackName: string;
  artistName: string;
  albumName: string;
  albumImageUrl: string;
  durationMs: number;
  contextType: string;
  contextUri: string;
  /** The `_id` that a row of its own has, or would have had. */
  recordId: Types.ObjectId;
  /** The row that holds it; null while none does. */
  row: Play | null;
  /** Position among what has come in; -1 for what the history holds. */
  index: number;
  /** What first stored the play. */
  storedBy: 'api' | 'import';
}

/** A report that comes in. */
export function incomingReport(
  play: ReportedPlay & { source: PlaySource },
  { track, names }: TrackForm,
  { index, recordId, storedBy }: Pick<Report, 'index' | 'recordId' | 'storedBy'>,
): Report {
  return {
    source: play.source,
    time: play.playedAt,
    msPlayed: msOf(play),
    trackId: play.trackId,
    resolvedId: null,
    names,
    trackName: track.name,
    artistName: track.artist_name,
    albumName: track.album_name,
    albumImageUrl: track.album_image_url,
    durationMs: track.duration_ms,
    contextType: play.contextType ?? '',
    contextUri: play.contextUri ?? '',
    recordId,
    row: null,
    index,
    storedBy,
  };
}

/** Account data always says how long a play was; where it does not, that has been lost. */
function msOf({
  source,
  msPlayed,
}: Pick<ReportedPlay, 'msPlayed'> & { source: PlaySource }): number | null | undefined {
  return source === 'account' ? (msPlayed ?? undefined) : msPlayed;
}

/** The sources that have reported a row's play, the most exact first. */
export function sourcesOf({ seen }: Pick<Play, 'seen'>): PlaySource[] {
  return SOURCES_BY_EXACTNESS.filter((source) => seen[source] !== undefined);
}

/** The reports that a row is made of, the most exact first. */
export function reportsOf(row: Play): Report[] {
  const reports = sourcesOf(row).map((source, position) => heldReport(row, source, position === 0));
  return withResolvedId(reports, row.track.platform_id);
}

/**
 * What one source has reported of a row's play.
 * @param isFirst whether what no source is known to have said itself goes with this one
 */
export function heldReport(row: Play, source: PlaySource, isFirst = true): Report {
  const names = row.reported_names?.[source];
  return {
    source,
    time: row.seen[source]?.getTime() ?? NaN,
    msPlayed: msReportedBy(row, source),
    trackId: idReportedBy(row, source),
    resolvedId: null,
    names: names === undefined ? namesOf(row) : keyOf(names),
    trackName: names?.track ?? row.track.name,
    artistName: names?.artist ?? row.track.artist_name,
    albumName: names?.album ?? row.track.album_name,
    albumImageUrl: isFirst ? row.track.album_image_url : '',
    durationMs: row.track.duration_ms,
    contextType: isFirst ? row.context_type : '',
    contextUri: isFirst ? row.context_uri : '',
    recordId: row.merged_from?.[source] ?? row._id,
    row,
    index: -1,
    storedBy: row.source,
  };
}

/**
 * Gives the reports of a play the id of its track where a report has it neither from its source nor by having the names of
 * one whose source gave it.
 */
export function withResolvedId(reports: readonly Report[], trackId: string | null): Report[] {
  if (trackId === null || isNameId(trackId)) return [...reports];
  return reports.map((report) => {
    const isNamed = reports.some((other) => other.trackId === trackId && other.names === report.names);
    return report.trackId !== null || isNamed ? report : { ...report, resolvedId: trackId };
  });
}

/** The id under which a source has reported a row's track; null where it did so by name. */
function idReportedBy(row: Pick<Play, 'track' | 'reported_as'>, source: PlaySource): string | null {
  const id = row.reported_as?.[source] ?? row.track.platform_id;
  return isNameId(id) ? null : id;
}

function msReportedBy(row: Play, source: PlaySource): number | null | undefined {
  const decisive = SOURCES_BY_LENGTH.find((each) => row.seen[each] !== undefined);
  const msPlayed = source === decisive ? row.ms_played : (row.reported_ms?.[source] ?? null);
  return msOf({ source, msPlayed });
}

function keyOf({ track, artist }: ReportedNames): string | null {
  return namesOf(nameKeysOf({ trackName: track, artistName: artist }));
}
