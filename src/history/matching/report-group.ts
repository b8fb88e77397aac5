import type { PlaySource } from '../play-source';
import { isAnySameTrack, type RepeatedReport } from './distinct-reports';
import type { Report } from './report';
import { isInMinute } from './same-play';

/** One play, and what each source says about it. */
export interface ReportGroup {
  api?: RepeatedReport;
  extended?: RepeatedReport;
  account?: RepeatedReport;
  /** Whether the feed gave its start, so that others know its end better. */
  isFeedAtStart: boolean;
}

/** All reports of a play, those of the most exact source first. */
export function reportsIn({ api = [], extended = [], account = [] }: Partial<Record<PlaySource, Report[]>>): Report[] {
  return [...api, ...extended, ...account];
}

/** Whether account data can mean this play: by any time under which a source has seen it. */
export function isMinuteOf({ api, extended }: ReportGroup, minute: RepeatedReport): boolean {
  return [api, extended].some(
    (seen) => seen !== undefined && isInMinute(seen[0].time, minute[0].time) && isAnySameTrack(seen, minute),
  );
}

/** Whether account data and the extended history give one length, or one of them gives none. */
export function isAsLong({ extended }: ReportGroup, [{ msPlayed }]: RepeatedReport): boolean {
  // Rows keep no more than the longest of what the extended history says of one play.
  return extended === undefined || msReportedIn(extended) === (msPlayed ?? null);
}

/** The extended history can have a track twice at one time: it was played for the longer. */
export function msReportedIn(reports: readonly Report[] = []): number | null {
  const [longest] = reports.flatMap(({ msPlayed }) => msPlayed ?? []).sort((a, b) => b - a);
  return longest ?? null;
}
