import type { BenchRow } from '../report';

/**
 * Another tracker of one's own listening, measured on the reference engine with 2 cores: medians in milliseconds for the
 * same questions about all time, by the number of plays. It has no overview: its hours of the day alone are compared.
 */
const PEER_MS: Record<string, Record<number, number>> = {
  'history, first page': { 100_000: 404, 300_000: 777 },
  trend: { 100_000: 1_172, 300_000: 3_064 },
  overview: { 100_000: 457, 300_000: 1_212 },
  'top artists': { 100_000: 257, 300_000: 654 },
  'top tracks': { 100_000: 783, 300_000: 1_197 },
};
const TIMES_FASTER = 20;

/** What a figure is beside the peer's, where it answers the same question at the same size. */
export function besidePeer({ value, series }: BenchRow): BenchRow[] {
  const peer = series === undefined ? undefined : PEER_MS[series.name]?.[series.plays];
  if (series === undefined || peer === undefined) return [];
  return [
    {
      what: `${series.name}, ${series.plays.toLocaleString('en')} plays, beside another tracker`,
      value,
      unit: 'ms',
      baseline: peer,
      baselineName: 'another tracker',
      bar: { ratioAtMost: 1 / TIMES_FASTER },
    },
  ];
}
