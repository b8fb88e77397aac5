import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Collection, MongoClient, type ObjectId } from 'mongodb';
import { open } from 'lmdb';
import { EngineProcess } from '../support/engine-process';
import { insertPlays, LISTENER } from './plays';
import type { BenchOptions, BenchRow } from './report';

const PLAYS = 60_000;
const POINT_READS = 1_000;
const PAGE = 50;
const PAGES = 200;
const RUNS = 5;
const SMALL_DOCUMENT_BYTES = 264;

/** What an engine does in a second, but `countSpeedup`: how many times faster counting by an index is than fetching. */
interface Figures {
  ping: number;
  insert: number;
  pointReads: number;
  pointReadsOfEight: number;
  scan: number;
  pages: number;
  countSpeedup: number;
}

/**
 * The embedded engine, as a process of its own, beside another server of MongoDB's protocol in the same run
 * (`REFERENCE_MONGODB_URI`), and beside the floor of this machine: a ping over the driver, and bare LMDB.
 */
export async function benchEngine({ entry }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  const engine = new EngineProcess(dirname(entry), folder);
  try {
    await engine.start();
    const own = await figuresOf(engine.uri);
    const { REFERENCE_MONGODB_URI: reference } = process.env;
    const other = reference === undefined ? undefined : await figuresOf(reference);
    return [...rowsOf(own, other), ...(await bareLmdb(join(folder, 'bare')))];
  } finally {
    await engine.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(own: Figures, other: Figures | undefined): BenchRow[] {
  const row = (what: string, unit: string, figure: keyof Figures, ratio?: number): BenchRow => ({
    what: `engine: ${what}`,
    value: own[figure],
    unit,
    ...(other === undefined ? {} : { baseline: other[figure], baselineName: 'reference' }),
    ...(other === undefined || ratio === undefined ? {} : { bar: { ratioAtLeast: ratio } }),
  });
  return [
    row('floor, ping over the driver', 'pings/s', 'ping'),
    row(`insertMany of ${PLAYS} plays with their indexes, flushed to disk`, 'plays/s', 'insert', 1.2),
    row('point reads, one caller', 'reads/s', 'pointReads', 2),
    row('point reads, eight callers', 'reads/s', 'pointReadsOfEight', 2),
    row(`sorted scan of ${PLAYS} plays`, 'plays/s', 'scan', 1.2),
    row(`page of ${PAGE}`, 'pages/s', 'pages', 1.2),
    {
      what: 'engine: a count by index beside fetching',
      value: own.countSpeedup,
      unit: 'times faster',
      baseline: 1,
      baselineName: 'fetching',
      bar: { ratioAtLeast: 5 },
    },
  ];
}

async function figuresOf(uri: string): Promise<Figures> {
  const client = await MongoClient.connect(uri);
  const db = client.db('playledger_bench');
  const plays = db.collection('plays');
  const ofListener = { user_id: LISTENER };
  const newestFirst = { played_at: -1, _id: -1 } as const;
  try {
    const insert = PLAYS / (await insertPlays(plays, PLAYS));
    const ids = (await plays.find().project({ _id: 1 }).limit(POINT_READS).toArray()).map(({ _id }) => _id as ObjectId);
    const pages = (): Promise<unknown> =>
      times(PAGES, () => plays.find(ofListener).sort(newestFirst).limit(PAGE).toArray());
    const fetching = await secondsOf(() => plays.find(ofListener).toArray());
    return {
      ping: 1_000 / (await secondsOf(() => times(1_000, () => db.command({ ping: 1 })))),
      insert,
      pointReads: ids.length / (await secondsOf(() => readOneByOne(plays, ids))),
      pointReadsOfEight:
        ids.length / (await secondsOf(() => Promise.all(parts(ids, 8).map((part) => readOneByOne(plays, part))))),
      scan: PLAYS / (await secondsOf(() => plays.find(ofListener).sort(newestFirst).toArray())),
      pages: PAGES / (await secondsOf(pages)),
      countSpeedup: fetching / (await secondsOf(() => plays.countDocuments(ofListener))),
    };
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

/** @returns the median of some runs */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    seconds.push((performance.now() - start) / 1_000);
  }
  return seconds.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NaN;
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

async function readOneByOne(plays: Collection, ids: readonly ObjectId[]): Promise<void> {
  for (const _id of ids) await plays.findOne({ _id });
}

function parts<T>(items: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, part) => items.filter((_item, index) => index % count === part));
}

/** What the storage underneath does without an engine around it: small values under random keys. */
async function bareLmdb(path: string): Promise<BenchRow[]> {
  mkdirSync(path);
  const store = open<Buffer, number>({ path, encoding: 'binary', cache: false });
  const value = Buffer.alloc(SMALL_DOCUMENT_BYTES, 7);
  const keys = Array.from({ length: PLAYS }, (_, index) => (index * 2_654_435_761) % 4_294_967_296);
  const put = await secondsOf(async () => {
    await Promise.all(keys.map((key) => store.put(key, value)));
    await store.flushed;
  });
  const get = await secondsOf(() => {
    for (const key of keys) store.getBinaryFast(key);
    return Promise.resolve();
  });
  await store.close();
  return [
    { what: `engine: floor, bare LMDB put of ${SMALL_DOCUMENT_BYTES} bytes`, value: PLAYS / put, unit: 'puts/s' },
    { what: 'engine: floor, bare LMDB get', value: PLAYS / get, unit: 'gets/s' },
  ];
}
