import { type AuthHeaders, getJson } from '../../support/api-calls';
import type { GrowingHistory } from '../growing-history';
import { progress } from '../progress';
import { type BenchOptions, type BenchRow, count } from '../report';
import { BareServer } from './bare-server';
import { Latencies } from './latencies';
import { besidePeer } from './peers';
import { FIGURES, historyReads } from './reads';

const MOST_BESIDE_BARE = 1.5;
const MOST_GROWTH = 1.3;

/** Median latencies of the reads that a page of figures consists of, on one connection. */
export async function benchHttp(history: GrowingHistory, { rounds }: BenchOptions): Promise<BenchRow[]> {
  const latencies = new Latencies(rounds);
  const bare = await BareServer.beside(history.service);
  try {
    const rows = [...(await figureRows(history, bare, latencies)), ...(await historyRows(history, latencies))];
    return [...rows, ...rows.flatMap(besidePeer)];
  } finally {
    await latencies.stop();
    await bare.stop();
  }
}

async function figureRows(history: GrowingHistory, bare: BareServer, latencies: Latencies): Promise<BenchRow[]> {
  const { service, headers, beginner, plays } = history;
  const rows: BenchRow[] = [];
  for (const { name, path } of FIGURES) {
    progress(`http, ${count(plays)} plays: ${name}`);
    const answer = await getJson<object>(service.url, headers, path);
    const floorUrl = await bare.keep(name, answer);
    const [value = NaN, baseline, pace] = await latencies.of([
      { url: service.url + path, user: headers },
      { url: floorUrl, user: headers },
      { url: service.url + path, user: beginner },
    ]);
    rows.push({
      what: `${name}, ${count(plays)} plays (${(JSON.stringify(answer).length / 1000).toFixed(1)} kB): p50`,
      value,
      unit: 'ms',
      baseline,
      baselineName: 'bare findOne',
      bar: { ratioAtMost: MOST_BESIDE_BARE },
      series: { name, plays, growthAtMost: MOST_GROWTH, pace },
    });
  }
  return rows;
}

async function historyRows(
  { service, headers, plays, tally }: GrowingHistory,
  latencies: Latencies,
): Promise<BenchRow[]> {
  const reads = historyReads(plays, tally);
  progress(`http, ${count(plays)} plays: pages of the history`);
  const times = await latencies.of(reads.map(({ path }) => ({ url: service.url + path, user: headers })));
  const rows: BenchRow[] = [];
  for (const [i, { name, detail, path, mostBesideFirst }] of reads.entries()) {
    const matched = await totalOf(service.url, headers, path);
    rows.push({
      what: `${name}, ${count(plays)} plays (${detail ?? `${count(matched)} match`}): p50`,
      value: times[i] ?? NaN,
      unit: 'ms',
      ...(mostBesideFirst !== undefined && {
        baseline: times[0],
        baselineName: 'first page',
        bar: { ratioAtMost: mostBesideFirst },
      }),
      series: { name, plays },
    });
  }
  return rows;
}

async function totalOf(url: string, headers: AuthHeaders, path: string): Promise<number> {
  return (await getJson<{ total: number }>(url, headers, path)).total;
}
