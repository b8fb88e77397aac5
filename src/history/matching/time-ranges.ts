import { HOUR_MS } from '../../common/durations';

/** A stretch of time, ms since 1970, both ends included. */
export interface TimeRange {
  from: number;
  to: number;
}

/** In a file ordered by time, what lies between two of its records is at most what other sources reported. */
const WIDEST_GAP_IN_ORDER_MS = 24 * HOUR_MS;
/** In one without order, all of the history can lie between two records. */
const WIDEST_GAP_MS = 2 * HOUR_MS;

/**
 * The stretches of time in which stored rows can be of the same plays as a batch of reports: few enough to be fetched
 * one by one, and no wider than they have to be, so that one record years away from the others does not mean all years
 * between.
 *
 * @param reaches for each report, in their order, where the rows lie that can be of its play
 */
export function timeRanges(reaches: readonly TimeRange[]): TimeRange[] {
  const widestGap = isMostlyOrdered(reaches) ? WIDEST_GAP_IN_ORDER_MS : WIDEST_GAP_MS;
  const ranges: TimeRange[] = [];
  for (const { from, to } of [...reaches].sort((a, b) => a.from - b.from)) {
    const last = ranges.at(-1);
    if (last !== undefined && from - last.to <= widestGap) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}

/** Whether nearly every record comes after the one before it, or nearly every one before. */
function isMostlyOrdered(reaches: readonly TimeRange[]): boolean {
  let later = 0;
  for (let i = 1; i < reaches.length; i += 1) if ((reaches[i]?.to ?? 0) >= (reaches[i - 1]?.to ?? 0)) later += 1;
  const share = later / Math.max(1, reaches.length - 1);
  return share > 0.9 || share < 0.1;
}
