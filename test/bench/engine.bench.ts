import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient, type ObjectId } from 'mongodb';
import { open } from 'lmdb';
import { EngineProcess, engineIn } from '../support/engine-process';
import { median } from '../support/median';
import { insertPlays, LISTENER } from './plays';
import type { BenchOptions, BenchRow } from './report';

const PLAYS = 60_000;
const WARM_UP_PLAYS = 4_000;
const WARM_UP_READS = 10_000;
const PINGS = 1_000;
const POINT_READS = 1_000;
const PAGE = 50;
/** The reference engine sorts all plays for each of them. */
const PAGES = 10;
const RUNS = 5;
const SMALL_DOCUMENT_BYTES = 264;

/** The collection of plays in one engine, and what to read by id in it. */
interface Side {
  client: MongoClient;
  plays: Collection;
  ids: ObjectId[];
  insertSeconds: number;
}

/**
 * The embedded engine, as a process of its own, beside another server of MongoDB's protocol in the same run
 * (`REFERENCE_MONGODB_URI`), and beside the floor of this machine: a ping over the driver, and bare LMDB.
 */
export async function benchEngine({ entry }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  const engine = new EngineProcess(folder, { entry: engineIn(entry) });
  const { REFERENCE_MONGODB_URI: reference } = process.env;
  const sides: Side[] = [];
  try {
    await engine.start();
    sides.push(await prepare(engine.uri));
    if (reference !== undefined) sides.push(await prepare(reference));
    return [...(await rowsOf(sides)), ...(await bareLmdb(join(folder, 'bare')))];
  } finally {
    for (const { client, plays } of sides) {
      await client.db(plays.dbName).dropDatabase();
      await client.close();
    }
    await engine.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(uri: string): Promise<Side> {
  const client = await MongoClient.connect(uri);
  const plays = client.db('playledger_bench').collection('plays');
  // A server that runs for months is measured as it is then: its code, and the driver's, compiled.
  await insertPlays(plays, WARM_UP_PLAYS);
  const first = (await plays.find().limit(POINT_READS).toArray()).map(({ _id }) => _id);
  await times(WARM_UP_READS / POINT_READS, () => readOneByOne(plays, first));
  const insertSeconds = await insertPlays(plays, PLAYS);
  const some = await plays.find().project({ _id: 1 }).limit(POINT_READS).toArray();
  return { client, plays, ids: some.map(({ _id }) => _id as ObjectId), insertSeconds };
}

async function rowsOf(sides: readonly Side[]): Promise<BenchRow[]> {
  const ofListener = { user_id: LISTENER };
  const newestFirst = { played_at: -1, _id: -1 } as const;
  const page = (plays: Collection): Promise<unknown> => plays.find(ofListener).sort(newestFirst).limit(PAGE).toArray();
  const ping = ({ client }: Side): Promise<unknown> => times(PINGS, () => client.db().command({ ping: 1 }));
  const scan = ({ plays }: Side): Promise<unknown> => plays.find(ofListener).sort(newestFirst).toArray();
  const [fetching = NaN] = await secondsOf(sides.slice(0, 1), ({ plays }) => plays.find(ofListener).toArray());
  const [counting = NaN] = await secondsOf(sides.slice(0, 1), ({ plays }) => plays.countDocuments(ofListener));
  return [
    row('floor, ping over the driver', 'pings/s', PINGS, await secondsOf(sides, ping)),
    row(
      `insertMany of ${PLAYS} plays with their indexes, flushed to disk`,
      'plays/s',
      PLAYS,
      sides.map(({ insertSeconds }) => insertSeconds),
      1.2,
    ),
    row('point reads, one caller', 'reads/s', POINT_READS, await secondsOf(sides, readAll), 2),
    row('point reads, eight callers', 'reads/s', POINT_READS, await secondsOf(sides, readAllByEight), 2),
    row(`sorted scan of ${PLAYS} plays`, 'plays/s', PLAYS, await secondsOf(sides, scan), 1.2),
    row(
      `page of ${PAGE}`,
      'pages/s',
      PAGES,
      await secondsOf(sides, ({ plays }) => times(PAGES, () => page(plays))),
      1.2,
    ),
    {
      what: 'engine: a count by index beside fetching',
      value: fetching / counting,
      unit: 'times faster',
      baseline: 1,
      baselineName: 'fetching',
      bar: { ratioAtLeast: 5 },
    },
  ];
}

/** @param seconds what `amount` took the embedded engine and, where there is one, the reference */
function row(
  what: string,
  unit: string,
  amount: number,
  [own = NaN, other]: readonly number[],
  ratio?: number,
): BenchRow {
  return {
    what: `engine: ${what}`,
    value: amount / own,
    unit,
    ...(other === undefined ? {} : { baseline: amount / other, baselineName: 'reference' }),
    ...(other === undefined || ratio === undefined ? {} : { bar: { ratioAtLeast: ratio } }),
  };
}

/**
 * Does the same work on each side in turn, once to warm up and then several times, so that what else the machine does
 * meets all of them.
 * @returns the median for each side
 */
async function secondsOf<T>(sides: readonly T[], work: (side: T) => Promise<unknown>): Promise<number[]> {
  const seconds = sides.map((): number[] => []);
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [i, side] of sides.entries()) {
      const start = performance.now();
      await work(side);
      if (run > 0) seconds[i]?.push((performance.now() - start) / 1_000);
    }
  }
  return seconds.map(median);
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

const readAll = ({ plays, ids }: Side): Promise<void> => readOneByOne(plays, ids);

const readAllByEight = ({ plays, ids }: Side): Promise<unknown> =>
  Promise.all(parts(ids, 8).map((part) => readOneByOne(plays, part)));

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
  const [put = NaN] = await secondsOf([store], async () => {
    await Promise.all(keys.map((key) => store.put(key, value)));
    await store.flushed;
  });
  const [get = NaN] = await secondsOf([store], () => {
    for (const key of keys) store.getBinaryFast(key);
    return Promise.resolve();
  });
  await store.close();
  return [
    { what: `engine: floor, bare LMDB put of ${SMALL_DOCUMENT_BYTES} bytes`, value: PLAYS / put, unit: 'puts/s' },
    { what: 'engine: floor, bare LMDB get', value: PLAYS / get, unit: 'gets/s' },
  ];
}
