import { matchKey } from '../../src/common/text';
import type { ExtendedRecord } from '../support/export-generator/record';

interface Counted {
  name: string;
  plays: number;
}

/** How often each artist, each track and each day occurs in what goes through. */
export class PlayTally {
  private readonly artists = new Map<string, Counted>();
  private readonly tracks = new Map<string, Counted>();
  private readonly days = new Map<string, Counted>();

  /** Hands records on and counts them. */
  *counting(records: Iterable<ExtendedRecord>): Generator<ExtendedRecord> {
    for (const record of records) {
      this.add(this.artists, record.master_metadata_album_artist_name);
      this.add(this.tracks, record.master_metadata_track_name);
      this.add(this.days, record.ts?.slice(0, 10));
      yield record;
    }
  }

  /** The artist with the most plays up to so many. */
  artistWithUpTo(plays: number): string {
    return mostPlayed(this.artists, plays);
  }

  /** The name of tracks with the most plays up to so many. */
  trackWithUpTo(plays: number): string {
    return mostPlayed(this.tracks, plays);
  }

  /** Days in a row from the middle of the history that have up to so many plays together: the first and the last. */
  daysWithUpTo(plays: number): [string, string] {
    const days = [...this.days.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const first = Math.floor(days.length / 2);
    let last = first;
    let sum = days[first]?.plays ?? 0;
    for (; last + 1 < days.length; last += 1) {
      sum += days[last + 1]?.plays ?? 0;
      if (sum > plays) break;
    }
    return [days[first]?.name ?? '', days[last]?.name ?? ''];
  }

  private add(counts: Map<string, Counted>, name: string | null | undefined): void {
    const key = matchKey(name ?? '');
    const counted = counts.get(key);
    if (counted === undefined) counts.set(key, { name: name ?? '', plays: 1 });
    else counted.plays += 1;
  }
}

function mostPlayed(counts: Map<string, Counted>, upTo: number): string {
  const fitting = [...counts.values()].filter(({ plays }) => plays <= upTo);
  return fitting.reduce((best, each) => (each.plays > best.plays ? each : best)).name;
}
