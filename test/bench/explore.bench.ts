import { type AuthHeaders, getJson } from '../support/api-calls';
import type { GrowingHistory } from './growing-history';
import { Latencies } from './http/latencies';
import { progress } from './progress';
import { type BenchOptions, type BenchRow, count } from './report';

const MOST_MS = 60;
/** Of what looks at each play beside the one before it, or ranks all items of each month or more. */
const MOST_MS_OF_SESSIONS = 250;
const MOST_MS_TO_FIRST = 400;

/** An operation of explore, by its path, and how long it may take. */
interface Asked {
  path: string;
  atMost: number;
}

const of = (paths: readonly string[], atMost: number): Asked[] => paths.map((path) => ({ path, atMost }));

const OPERATIONS: readonly Asked[] = [
  ...of(
    [
      'series?by=artist',
      'series?step=day&period=year',
      'clock',
      'calendar',
      'on-this-day',
      'scatter',
      'years',
      'summary?period=month&hours=22-4&weekdays=6,7&min_ms=30000',
    ],
    MOST_MS,
  ),
  ...of(['summary'], MOST_MS_OF_SESSIONS),
];

/** Median latencies of the operations of explore over the whole history, on one connection. */
export async function benchExplore(
  { service, headers, plays }: GrowingHistory,
  { rounds }: BenchOptions,
): Promise<BenchRow[]> {
  const latencies = new Latencies(rounds);
  const rows: BenchRow[] = [await firstQuestion(service.url, headers, plays)];
  try {
    for (const { path, atMost } of OPERATIONS) {
      progress(`explore, ${count(plays)} plays: ${path}`);
      const url = `${service.url}/api/v1/explore/${path}`;
      const [value = NaN] = await latencies.of([{ url, user: headers }]);
      const name = `explore, ${path}`;
      const what = `${name}, ${count(plays)} plays: p50`;
      rows.push({ what, value, unit: 'ms', bar: { atMost }, series: { name, plays } });
    }
    return rows;
  } finally {
    await latencies.stop();
  }
}

/** What the first question after new plays takes: the columns are brought up to date before it. */
async function firstQuestion(url: string, headers: AuthHeaders, plays: number): Promise<BenchRow> {
  const start = performance.now();
  await getJson(url, headers, '/api/v1/explore/clock');
  const value = performance.now() - start;
  const name = 'explore, first question';
  return {
    what: `${name}, ${count(plays)} plays`,
    value,
    unit: 'ms',
    bar: { atMost: MOST_MS_TO_FIRST },
    series: { name, plays },
  };
}
