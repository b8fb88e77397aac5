import { MINUTE_MS } from '../../common/durations';
import { distinctReports, isAnySameTrack, type RepeatedReport } from './distinct-reports';
import { preferEqualLengths } from './equal-lengths';
import { pairInOrder } from './pair-in-order';
import type { Report } from './report';
import { isAsLong, isMinuteOf, type ReportGroup } from './report-group';
import { areEndsNear, isStartOf, lengthOf } from './same-play';

/** How far the time of the feed can lie from the minute of account data, while the extended history is near both. */
const WITHIN_MS = 2 * MINUTE_MS;
/** Counts for more than any distance in time. */
const OTHER_LENGTH_COST = 1_000_000_000;

/**
 * Groups reports of one track, or of tracks that share names, by the plays that they are of. Across sources that is one to
 * one: as many pairs as possible, in the order of time, of these the nearest. The feed and the extended history come
 * first, then account data, then what the feed has dated by the start. The same reports come to the same plays in whatever
 * order they have come in.
 */
export function groupReports(reports: readonly Report[]): ReportGroup[] {
  const named = withNamesOfIds(reports);
  const [api, extended, account] = (['api', 'extended', 'account'] as const).map((source) =>
    distinctReports(named.filter((report) => report.source === source)),
  ) as [RepeatedReport[], RepeatedReport[], RepeatedReport[]];
  const exact = pairEnds(api, extended);
  return pairStarts(pairMinutes(exact, account));
}

/** What is reported under an id alone is compared by the names that other reports have for that id, too. */
function withNamesOfIds(reports: readonly Report[]): readonly Report[] {
  if (reports.every(({ names }) => names !== null)) return reports;
  const namesOf = new Map<string, string>();
  for (const { trackId, names } of reports) {
    if (trackId === null || names === null) continue;
    const known = namesOf.get(trackId);
    if (known === undefined || names < known) namesOf.set(trackId, names);
  }
  return reports.map((report) => ({ ...report, names: report.names ?? namesOf.get(report.trackId ?? '') ?? null }));
}

function pairEnds(api: readonly RepeatedReport[], extended: readonly RepeatedReport[]): ReportGroup[] {
  const pairs = pairInOrder(
    { items: api, keyOf: timeOf },
    { items: extended, keyOf: timeOf },
    {
      within: WITHIN_MS,
      costOf: (feed, other) =>
        areEndsNear(timeOf(feed), timeOf(other)) && isAnySameTrack(feed, other)
          ? Math.abs(timeOf(feed) - timeOf(other))
          : null,
    },
  );
  const partners = new Map(pairs);
  const paired = new Set(partners.values());
  const groups: ReportGroup[] = api.map((feed) => {
    const partner = partners.get(feed);
    return { api: feed, ...(partner !== undefined && { extended: partner }), isFeedAtStart: false };
  });
  const others = extended.filter((report) => !paired.has(report));
  return [...groups, ...others.map((report): ReportGroup => ({ extended: report, isFeedAtStart: false }))];
}

function pairMinutes(exact: readonly ReportGroup[], account: readonly RepeatedReport[]): ReportGroup[] {
  const groups = [...exact].sort((a, b) => endOf(a) - endOf(b));
  const pairs = pairInOrder(
    { items: groups, keyOf: endOf },
    { items: account, keyOf: timeOf },
    {
      within: WITHIN_MS,
      costOf: (group, minute) => {
        if (!isMinuteOf(group, minute)) return null;
        return Math.abs(endOf(group) - timeOf(minute)) + (isAsLong(group, minute) ? 0 : OTHER_LENGTH_COST);
      },
    },
  );
  const paired = new Set<RepeatedReport>();
  for (const [group, minute] of preferEqualLengths(pairs, groups, account)) {
    group.account = minute;
    paired.add(minute);
  }
  const others = account.filter((report) => !paired.has(report));
  return [...groups, ...others.map((report): ReportGroup => ({ account: report, isFeedAtStart: false }))];
}

function pairStarts(groups: readonly ReportGroup[]): ReportGroup[] {
  const feed = groups.filter(({ api, extended, account }) => api && !extended && !account);
  const others = groups.filter(({ api }) => !api);
  if (feed.length === 0 || others.length === 0) return [...groups];
  const pairs = pairInOrder(
    { items: feed, keyOf: endOf },
    { items: others.sort((a, b) => startOf(a) - startOf(b)), keyOf: startOf },
    { within: WITHIN_MS, costOf: (start, other) => costOfStart(start, other) },
  );
  for (const [start, other] of pairs) {
    if (start.api) other.api = start.api;
    other.isFeedAtStart = true;
  }
  const gone = new Set(pairs.map(([start]) => start));
  return groups.filter((group) => !gone.has(group));
}

function costOfStart({ api: feed }: ReportGroup, other: ReportGroup): number | null {
  const ended = other.extended ?? other.account;
  if (!feed || !ended || !isAnySameTrack(feed, ended)) return null;
  const length = lengthIn(other) || feed[0].durationMs;
  return isStartOf(feed[0], ended[0], length) ? Math.abs(timeOf(feed) + length - timeOf(ended)) : null;
}

function timeOf([report]: RepeatedReport): number {
  return report.time;
}

function endOf({ api, extended, account }: ReportGroup): number {
  return (api ?? extended ?? account)?.[0].time ?? NaN;
}

function startOf(group: ReportGroup): number {
  return endOf(group) - lengthIn(group);
}

function lengthIn({ extended, account }: ReportGroup): number {
  const lengths = (extended ?? account ?? []).map((report: Report) => lengthOf(report));
  return Math.max(0, ...lengths);
}
