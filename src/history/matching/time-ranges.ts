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
 * @param times  of the reports, in their order
 * @param margin how far from a report's time a row can lie
 */
export function timeRanges(times: readonly number[], margin: number): TimeRange[] {
  const widestGap = isMostlyOrdered(times) ? WIDEST_GAP_IN_ORDER_MS : WIDEST_GAP_MS;
  const ranges: TimeRange[] = [];
  for (const time of Float64Array.from(times).sort()) {
    const last = ranges.at(-1);
    if (last !== undefined && time - margin - last.to <= widestGap) last.to = time + margin;
    else ranges.push({ from: time - margin, to: time + margin });
  }
  return ranges;
}

/** Whether nearly every record comes after the one before it, or nearly every one before. */
function isMostlyOrdered(times: readonly number[]): boolean {
  let later = 0;
  for (let i = 1; i < times.length; i += 1) if ((times[i] ?? 0) >= (times[i - 1] ?? 0)) later += 1;
  const share = later / Math.max(1, times.length - 1);
  return share > 0.9 || share < 0.1;
}
