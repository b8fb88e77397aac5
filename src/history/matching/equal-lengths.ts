import type { RepeatedReport } from './distinct-reports';
import { isAsLong, isMinuteOf, type ReportGroup } from './report-group';

type Pair = [ReportGroup, RepeatedReport];

/** More plays than a minute can hold come from no listening; in whatever order these are paired, it takes no hours. */
const MOST_IN_A_MINUTE = 200;

/**
 * Account data does not say in which order the plays of one minute came, so that within a minute those of one length
 * belong together, whatever their order. There are as many pairs as before.
 */
export function preferEqualLengths(
  pairs: readonly Pair[],
  groups: readonly ReportGroup[],
  account: readonly RepeatedReport[],
): Pair[] {
  if (pairs.every(([group, minute]) => isAsLong(group, minute))) return [...pairs];
  const taken = new Set(pairs.map(([group]) => group));
  const reportsIn = byTime(account, ([{ time }]) => time);
  const better: Pair[] = [];
  for (const [time, ofMinute] of byTime(pairs, ([, report]) => report[0].time)) {
    const reports = reportsIn.get(time) ?? [];
    if (reports.length > MOST_IN_A_MINUTE || ofMinute.every(([group, report]) => isAsLong(group, report))) {
      better.push(...ofMinute);
      continue;
    }
    const own = ofMinute.map(([group]) => group);
    const free = groups.filter((group) => !taken.has(group));
    const chosen = chooseInMinute(ofMinute, [...own, ...free], reports);
    for (const group of own) taken.delete(group);
    for (const [group] of chosen) taken.add(group);
    better.push(...chosen);
  }
  return better;
}

function byTime<T>(items: readonly T[], timeOf: (item: T) => number): Map<number, T[]> {
  const times = new Map<number, T[]>();
  for (const item of items) {
    const others = times.get(timeOf(item));
    if (others === undefined) times.set(timeOf(item), [item]);
    else others.push(item);
  }
  return times;
}

function chooseInMinute(
  before: readonly Pair[],
  groups: readonly ReportGroup[],
  reports: readonly RepeatedReport[],
): Pair[] {
  const chosen = new Map<ReportGroup, RepeatedReport>();
  const used = new Set<RepeatedReport>();
  const take = (report: RepeatedReport, fits: (group: ReportGroup) => boolean): void => {
    if (chosen.size === before.length || used.has(report)) return;
    const group = groups.find((one) => !chosen.has(one) && isMinuteOf(one, report) && fits(one));
    if (group === undefined) return;
    chosen.set(group, report);
    used.add(report);
  };
  for (const report of reports) take(report, (group) => group.extended !== undefined && isAsLong(group, report));
  for (const [, report] of before) take(report, () => true);
  for (const report of reports) take(report, () => true);
  // Several tracks in one minute can stand in each other's way.
  return chosen.size === before.length ? [...chosen] : [...before];
}
