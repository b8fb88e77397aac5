import type { Play } from '../play.schema';
import type { RepeatedReport } from './distinct-reports';
import { sourcesOf } from './report';
import { type ReportGroup, reportsIn } from './report-group';
import { isInMinute } from './same-play';

/** A play with the row that it has, if it has one, and its end, ms since 1970. */
export interface PlacedGroup {
  group: ReportGroup;
  row: Play | null;
  playedAt: number;
}

/**
 * Chooses for each play the row that is to hold it: the one that has its time already, so that on the way no two rows
 * have one time, else any that holds one of its reports.
 */
export function placeGroups(groups: readonly ReportGroup[]): PlacedGroup[] {
  const rowOf = new Map<ReportGroup, Play>();
  const used = new Set<Play>();
  const choose = (group: ReportGroup, fits: (row: Play) => boolean): void => {
    if (rowOf.has(group)) return;
    const row = reportsIn(group)
      .map((report) => report.row)
      .find((one) => one !== null && !used.has(one) && fits(one));
    if (!row) return;
    rowOf.set(group, row);
    used.add(row);
  };
  for (const group of groups) choose(group, (row) => hasTimeOf(row, group));
  for (const group of groups) choose(group, () => true);

  const free = new FreeTimes(groups.filter(isExact).map((group) => timingOf(group)[0].time));
  const exact = groups.filter(isExact).map((group) => ({ group, playedAt: timingOf(group)[0].time }));
  const byMinute = groups
    .filter((group) => !isExact(group))
    .sort((a, b) => firstIndex(a, rowOf) - firstIndex(b, rowOf));
  const minutes = byMinute.map((group) => ({ group, playedAt: free.timeFor(group, rowOf.get(group)) }));
  return [...exact, ...minutes].map((placed) => ({ ...placed, row: rowOf.get(placed.group) ?? null }));
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

function hasTimeOf(row: Play, group: ReportGroup): boolean {
  const time = row.played_at.getTime();
  if (isExact(group)) return time === timingOf(group)[0].time;
  return sourcesOf(row)[0] === 'account' && isInMinute(time, timingOf(group)[0].time);
}

/** Rows stay where they are; of new ones, that which comes first gets the minute itself. */
function firstIndex(group: ReportGroup, rowOf: ReadonlyMap<ReportGroup, Play>): number {
  const row = rowOf.get(group);
  if (row !== undefined && hasTimeOf(row, group)) return -1;
  return Math.min(...reportsIn(group).map(({ index }) => index));
}

/** Of several plays in one minute of account data the later ones are stored 1 ms, 2 ms, ... after it. */
class FreeTimes {
  private readonly taken: Set<number>;
  /** By minute, the first instant of it that may be free. */
  private readonly next = new Map<number, number>();

  constructor(taken: readonly number[]) {
    this.taken = new Set(taken);
  }

  timeFor(group: ReportGroup, row: Play | undefined): number {
    const minute = timingOf(group)[0].time;
    const own = row !== undefined && hasTimeOf(row, group) ? row.played_at.getTime() : NaN;
    let time = own;
    if (Number.isNaN(own) || this.taken.has(own)) {
      time = this.next.get(minute) ?? minute;
      while (this.taken.has(time)) time += 1;
      this.next.set(minute, time + 1);
    }
    this.taken.add(time);
    return time;
  }
}
