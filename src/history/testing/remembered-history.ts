import { Types } from 'mongoose';
import { type MatchedPlays, matchPlays } from '../matching/match-plays';
import type { Outcome, ReportedPlay } from '../matching/reported-play';
import { TrackForms } from '../matching/track-forms';
import type { Play, PlaySource } from '../play.schema';

/** Reports of one source, as one file or one look at the feed has them. */
export interface Reports {
  source: PlaySource;
  plays: readonly ReportedPlay[];
}

/** A history in memory, for tests of what the pure parts decide. */
export class RememberedHistory {
  rows: Play[] = [];
  private readonly forms = new TrackForms();

  /** Matches and writes reports, so many at a time. */
  load({ source, plays }: Reports, batchSize = Infinity): Outcome[] {
    const outcomes: Outcome[] = [];
    for (let start = 0; start < plays.length; start += batchSize) {
      const matched = this.match({ source, plays: plays.slice(start, start + batchSize) });
      this.write(matched);
      outcomes.push(...matched.outcomes);
    }
    return outcomes;
  }

  /** Matches reports against copies of the rows, so that nothing changes before it is written. */
  match(
    { source, plays }: Reports,
    recordId: (index: number) => Types.ObjectId = () => new Types.ObjectId(),
  ): MatchedPlays {
    const copies = this.rows.map((row): Play => Object.assign({}, row));
    return matchPlays(copies, { userId: 'u', source, plays, recordId }, this.forms);
  }

  /** Writes those of the changes that `reaches` picks, all unless told. */
  write({ added, changed }: MatchedPlays, reaches: (index: number) => boolean = () => true): void {
    const written = [...added, ...changed].filter(({ index }) => reaches(index)).map(({ row }) => row);
    const ids = new Set(written.map(({ _id }) => String(_id)));
    this.rows = [...this.rows.filter(({ _id }) => !ids.has(String(_id))), ...written];
  }

  /** What the history says, without the ids of its rows and in the order of time. */
  get plays(): { track: string; at: string; ms: number | null }[] {
    return this.rows
      .map((row) => ({ track: row.track.platform_id, at: row.played_at.toISOString(), ms: row.ms_played }))
      .sort((a, b) => (`${a.at} ${a.track}` < `${b.at} ${b.track}` ? -1 : 1));
  }
}
