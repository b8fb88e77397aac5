import type { Types } from 'mongoose';
import { isNameId } from '../../catalogue/name-id';
import type { Play, PlaySource } from '../play.schema';
import { identityAfterMerge, mergeReport, type Report } from './merge';
import type { Outcome, ReportedPlay } from './reported-play';
import { RowsOfTracks } from './rows-of-tracks';
import { timesMatch } from './same-play';
import { namesOf, type TrackForms } from './track-forms';

/** Reports of one source about one user's plays, in the order in which they count. */
export interface PlayReports {
  userId: string;
  source: PlaySource;
  plays: readonly ReportedPlay[];
  /**
   * The `_id` of the row that would come of a report, by its position. Where it is always the same for the same record
   * of the same import, a record that was stored before a crash is told from one that someone else has stored.
   */
  recordId: (index: number) => Types.ObjectId;
}

/** A row that is new or has changed. */
export interface WrittenRow {
  row: Play;
  /** Position of the one report that made it so. */
  index: number;
}

export interface MatchedPlays {
  /** What became of each report, in their order. */
  outcomes: Outcome[];
  added: WrittenRow[];
  changed: WrittenRow[];
}

/**
 * Decides for each report whether it is a new play, one that another source has reported, or a duplicate.
 *
 * Within one source a play is its track, by id, or by name where it tells none, and its time to the millisecond. Across
 * sources the same play has the same track id, or the same track and artist name, and a time within a minute; the nearest
 * counts, and a row takes part in one match per source. Reports are taken one after the other and see what became of those
 * before, so that it makes no difference where one batch ends and the next begins.
 *
 * @param rows the stored rows whose time lies within FURTHEST_MOVE_MS of a report's; those that change are changed in place
 */
export function matchPlays(rows: Iterable<Play>, reports: PlayReports, forms: TrackForms): MatchedPlays {
  const matching = new Matching(rows, reports);
  const outcomes = reports.plays.map((play, index) =>
    matching.take({ source: reports.source, play, form: forms.of(play) }, index),
  );
  return { outcomes, ...matching.result };
}

class Matching {
  readonly result: Omit<MatchedPlays, 'outcomes'> = { added: [], changed: [] };
  private readonly rows = new RowsOfTracks();

  constructor(
    rows: Iterable<Play>,
    private readonly reports: PlayReports,
  ) {
    for (const row of rows) this.rows.add(row);
  }

  take(report: Report, index: number): Outcome {
    let nearest: Play | undefined;
    for (const rows of this.rows.sameTrack(report.form)) {
      for (const row of rows) {
        if (holdsReport(row, report)) return this.outcomeBefore(row, report.source, index);
        if (this.canTake(row, report) && (nearest === undefined || isNearer(row, nearest, report))) nearest = row;
      }
    }
    if (nearest !== undefined) return this.merge(nearest, report, index);
    // Only one row can have this track and time, and it has the source's word for another time already.
    if (this.isTaken(report.form.track.platform_id, report.play.playedAt)) return 'duplicate';
    return this.store(report, index);
  }

  /** A report that the history holds is a duplicate, unless this very record brought it there before a crash. */
  private outcomeBefore(row: Play, source: PlaySource, index: number): Outcome {
    const recordId = this.reports.recordId(index);
    if (row._id.equals(recordId)) return 'stored';
    return row.merged_from?.[source]?.equals(recordId) === true ? 'merged' : 'duplicate';
  }

  private canTake(row: Play, report: Report): boolean {
    const { source, play } = report;
    if (row.seen[source] !== undefined || !timesMatch(row, source, play.playedAt)) return false;
    const { trackId, playedAt } = identityAfterMerge(row, report);
    return !this.isTaken(trackId, playedAt, row);
  }

  /** Whether a row other than this has a track id and time, which is unique. */
  private isTaken(trackId: string, playedAt: number, except?: Play): boolean {
    return this.rows
      .withId(trackId)
      .some((row) => row !== except && row.played_at.getTime() === playedAt && row.track.platform_id === trackId);
  }

  /** A row merges once at most: all reports are of one source, and the rows that they add have its word already. */
  private merge(row: Play, report: Report, index: number): Outcome {
    const { platform_id } = row.track;
    mergeReport(row, report, this.reports.recordId(index));
    if (row.track.platform_id !== platform_id) this.rows.addId(row);
    this.result.changed.push({ row, index });
    return 'merged';
  }

  private store({ source, play, form }: Report, index: number): Outcome {
    const playedAt = new Date(play.playedAt);
    const row: Play = {
      _id: this.reports.recordId(index),
      user_id: this.reports.userId,
      track: form.track,
      played_at: playedAt,
      ms_played: play.msPlayed,
      source: source === 'api' ? 'api' : 'import',
      context_type: play.contextType ?? '',
      context_uri: play.contextUri ?? '',
      artist_key: form.artist_key,
      track_key: form.track_key,
      seen: { [source]: playedAt },
    };
    this.result.added.push({ row, index });
    this.rows.add(row, form.names);
    return 'stored';
  }
}

/** Whether a row already stands for this report of this source. */
function holdsReport(row: Play, { source, play, form }: Report): boolean {
  if (row.seen[source]?.getTime() !== play.playedAt) return false;
  const told = form.track.platform_id;
  const toldBefore = row.reported_as?.[source] ?? row.track.platform_id;
  // Two spellings of one name have ids of their own.
  return toldBefore === told || (isNameId(toldBefore) && isNameId(told) && namesOf(row) === form.names);
}

/**
 * Nearer in time; where that is equal, the one with the report's own track id, then the earlier one, then by track id: no
 * two rows are equal in all of it, so that the order in which they come makes no difference.
 */
function isNearer(row: Play, than: Play, { play, form }: Report): boolean {
  const closer = Math.abs(row.played_at.getTime() - play.playedAt) - Math.abs(than.played_at.getTime() - play.playedAt);
  if (closer !== 0) return closer < 0;
  const { platform_id } = form.track;
  if ((row.track.platform_id === platform_id) !== (than.track.platform_id === platform_id)) {
    return row.track.platform_id === platform_id;
  }
  const earlier = row.played_at.getTime() - than.played_at.getTime();
  return earlier === 0 ? row.track.platform_id < than.track.platform_id : earlier < 0;
}
