import type { Play } from '../play.schema';
import { trackIdOf } from './compose-play';
import type { RepeatedReport } from './distinct-reports';
import { type ReportGroup, reportsIn } from './report-group';

/** A play with the row that it has, if it has one, and its end, ms since 1970. */
export interface PlacedGroup {
  group: ReportGroup;
  row: Play | null;
  playedAt: number;
}

/**
 * Chooses for each play its time and the row that is to hold it: the one that has its time already, else any that holds
 * one of its reports.
 */
export function placeGroups(groups: readonly ReportGroup[]): PlacedGroup[] {
  const placed = timed(groups).map(({ group, playedAt }): PlacedGroup => ({ group, row: null, playedAt }));
  const used = new Set<Play>();
  const choose = (place: PlacedGroup, fits: (row: Play) => boolean): void => {
    if (place.row !== null) return;
    const rows = reportsIn(place.group).map(({ row }) => row);
    place.row = rows.find((row) => row !== null && !used.has(row) && fits(row)) ?? null;
    if (place.row !== null) used.add(place.row);
  };
  for (const place of placed) choose(place, ({ played_at }) => played_at.getTime() === place.playedAt);
  for (const place of placed) choose(place, () => true);
  return placed;
}

/**
 * The ends of plays, of which no two of a track are the same. Of several of one minute of account data, which tells no
 * more than that, the longer ones are 1 ms, 2 ms, ... after it, whatever the order in which they came.
 */
function timed(groups: readonly ReportGroup[]): { group: ReportGroup; playedAt: number }[] {
  const free = new FreeTimes();
  const byMinute = groups.filter((group) => !isExact(group)).sort(compareLengths);
  return [...groups.filter(isExact), ...byMinute].map((group) => ({
    group,
    playedAt: free.from(group, timingOf(group)[0].time),
  }));
}

/** The reports that give the end of the play best. */
function timingOf({ api, extended, account, isFeedAtStart }: ReportGroup): RepeatedReport {
  const [best] = [isFeedAtStart ? undefined : api, extended, account].filter((reports) => reports !== undefined);
  if (best === undefined) throw new RangeError('A play without a report of its end');
  return best;
}

/** Whether the end is known better than by its minute. */
function isExact(group: ReportGroup): boolean {
  return timingOf(group) !== group.account;
}

/** A length that has been lost goes last. */
function compareLengths(a: ReportGroup, b: ReportGroup): number {
  const [one, other] = [a, b].map((group) => timingOf(group)[0].msPlayed ?? Number.MAX_SAFE_INTEGER);
  return (one ?? 0) - (other ?? 0);
}

/** The times that plays of a track, or of its names, do not have yet. */
class FreeTimes {
  private readonly taken = new Set<string>();
  /** By track or names and minute, the first instant of it that may be free. */
  private readonly next = new Map<string, number>();

  /** Takes the first time from one on that is free. */
  from(group: ReportGroup, first: number): number {
    const keys = keysOf(group);
    let time = Math.max(first, ...keys.map((key) => this.next.get(`${first} ${key}`) ?? first));
    while (keys.some((key) => this.taken.has(`${time} ${key}`))) time += 1;
    for (const key of keys) {
      this.taken.add(`${time} ${key}`);
      this.next.set(`${first} ${key}`, time + 1);
    }
    return time;
  }
}

function keysOf(group: ReportGroup): string[] {
  return [trackIdOf(group), ...reportsIn(group).map(({ names }) => names)].filter((key) => key !== null);
}
