import type { Report } from './report';
import { isRepeated, isSameTrack, REPEATED_WITHIN_MS } from './same-play';

/** What one source says about one play, once or several times over; the first is the one that counts. */
export type RepeatedReport = [Report, ...Report[]];

/** One source's reports by the plays that they are of, in the order of time. */
export function distinctReports(reports: readonly Report[]): RepeatedReport[] {
  const distinct: RepeatedReport[] = [];
  const near = new Map<string, RepeatedReport[]>();
  for (const report of [...reports].sort(compareReports)) {
    const same = keysNear(report)
      .flatMap((key) => near.get(key) ?? [])
      .find((others) => isRepeated(others[0], report) && canHold(others, report));
    if (same !== undefined) {
      same.push(report);
      continue;
    }
    const alone: RepeatedReport = [report];
    distinct.push(alone);
    for (const key of keysFor(report)) {
      const others = near.get(key);
      if (others === undefined) near.set(key, [alone]);
      else others.push(alone);
    }
  }
  return distinct.sort(([a], [b]) => a.time - b.time || lengthFor(a) - lengthFor(b));
}

/** Under what a report is kept, so that a minute of thousands of plays, which only a made-up file has, takes no hours. */
function keysFor({ source, time, msPlayed }: Report): string[] {
  if (source === 'account') return [`${time}`, `${time} ${msPlayed}`];
  return [`${Math.floor(time / REPEATED_WITHIN_MS)}`];
}

/** Where all are kept that can be of the same play. */
function keysNear({ source, time, msPlayed }: Report): string[] {
  if (source === 'account') return [msPlayed === undefined ? `${time}` : `${time} ${msPlayed}`];
  const place = Math.floor(time / REPEATED_WITHIN_MS);
  return [place - 1, place, place + 1].map(String);
}

/** What a row of account data says whose milliseconds are not known can be any one of a minute's, but not two of them. */
function canHold(others: RepeatedReport, { msPlayed }: Report): boolean {
  return msPlayed !== undefined || others.every(({ row }) => row === null);
}

/** An order in which no two different reports are equal, so that it makes no difference in which one they came. */
function compareReports(a: Report, b: Report): number {
  return (
    compareArrival(a, b) ||
    a.time - b.time ||
    Number(a.msPlayed === undefined) - Number(b.msPlayed === undefined) ||
    compareIds(a.trackId, b.trackId) ||
    compareIds(a.names, b.names) ||
    compareIds(a.trackName, b.trackName) ||
    compareIds(a.artistName, b.artistName) ||
    lengthFor(a) - lengthFor(b) ||
    a.index - b.index
  );
}

/** What is not known goes last. */
function lengthFor({ msPlayed }: Report): number {
  return msPlayed ?? Number.MAX_SAFE_INTEGER;
}

/** The feed can repeat a play again and again, each time a moment later: what counts is the time that came first. */
function compareArrival(a: Report, b: Report): number {
  return a.source === 'api' ? a.index - b.index : 0;
}

/** What has an id comes first. */
function compareIds(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/** Whether any of these and any of those name one track. */
export function isAnySameTrack(these: readonly Report[], those: readonly Report[]): boolean {
  return these.some((one) => those.some((other) => isSameTrack(one, other)));
}
