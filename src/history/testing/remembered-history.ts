import { Types } from 'mongoose';
import { inOrderOfPlaces, placeOf } from '../matching/write-order';
import { PlayMatcher } from '../matching/play-matcher';
import type { MatchedPlays } from '../matching/matched-plays';
import type { Outcome, ReportedPlay } from '../matching/reported-play';
import type { TimeRange } from '../matching/time-ranges';
import { TrackForms } from '../matching/track-forms';
import type { Play } from '../play.schema';
import type { PlaySource } from '../play-source';

/** Reports of one source, as one file or one poll of the feed has them. */
export interface Reports {
  source: PlaySource;
  plays: readonly ReportedPlay[];
}

/** A history in memory, for tests of what the pure parts decide. */
export class RememberedHistory {
  rows: Play[] = [];
  /** Reports that counted as stored so far, and rows that have become one with others, as the reports of imports count them. */
  stored = 0;
  joined = 0;
  private readonly forms = new TrackForms();

  /** Matches and writes reports, so many at a time. */
  load({ source, plays }: Reports, batchSize = Infinity): Outcome[] {
    const outcomes: Outcome[] = [];
    for (let start = 0; start < plays.length; start += batchSize) {
      const matched = this.match({ source, plays: plays.slice(start, start + batchSize) });
      this.write(matched);
      this.stored += matched.outcomes.filter((outcome) => outcome === 'stored').length;
      this.joined += matched.joined;
      outcomes.push(...matched.outcomes);
    }
    return outcomes;
  }

  /** Matches reports against the rows that lie in the stretches of time that are asked for. */
  match(
    { source, plays }: Reports,
    recordId: (index: number) => Types.ObjectId = () => new Types.ObjectId(),
  ): MatchedPlays {
    const matcher = new PlayMatcher({ userId: 'u', source, plays, recordId }, this.forms);
    let ranges: TimeRange[] | null = matcher.ranges;
    while (ranges !== null) ranges = matcher.take(this.within(ranges), ranges);
    return matcher.match();
  }

  /** Writes the first so many of the changes, all unless told otherwise. */
  write(matched: MatchedPlays, most = Infinity): void {
    const { parted, changed, added, removed, moved } = inOrderOfPlaces(matched);
    const writes = [
      ...[...parted, ...changed, ...added].map(({ row }) => () => {
        this.put(row);
      }),
      ...removed.map(({ _id: gone }) => () => {
        this.rows = this.rows.filter(({ _id }) => !_id.equals(gone));
      }),
      ...moved.map(({ row }) => () => {
        this.put(row);
      }),
    ];
    for (const write of writes.slice(0, most)) write();
  }

  /** As the unique index of the history does, it refuses two rows of a track at one time. */
  private put(row: Play): void {
    const others = this.rows.filter(({ _id }) => !_id.equals(row._id));
    if (others.some((other) => placeOf(other) === placeOf(row))) throw new Error(`Two rows at ${placeOf(row)}`);
    this.rows = [...others, row];
  }

  /** What the history says, without the ids of its rows and in the order of time. */
  get plays(): { track: string; at: string; ms: number | null }[] {
    return this.rows
      .map((row) => ({ track: row.track.platform_id, at: row.played_at.toISOString(), ms: row.ms_played }))
      .sort((a, b) => (`${a.at} ${a.track}` < `${b.at} ${b.track}` ? -1 : 1));
  }

  /** The same, with what each source has reported of a play. */
  get playsBySource(): string[] {
    return this.rows
      .map(({ track, played_at, ms_played, seen, reported_ms }) => {
        const sources = Object.entries(seen).map(([source, time]) => `${source} ${time.toISOString()}`);
        const lengths = Object.entries(reported_ms ?? {}).map(([source, ms]) => `${source} ${ms}`);
        const told = [...sources.sort(), ...lengths.sort()].join(', ');
        return `${played_at.toISOString()} ${track.platform_id} ${ms_played}: ${told}`;
      })
      .sort();
  }

  private within(ranges: readonly TimeRange[]): Play[] {
    return this.rows.filter(({ played_at }) => {
      const time = played_at.getTime();
      return ranges.some(({ from, to }) => from <= time && time <= to);
    });
  }
}
