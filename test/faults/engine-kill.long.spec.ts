import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { isGone, type Row, ROW_INDEXES, RowWriter } from '../support/engine-load';
import { EngineProcess } from '../support/engine-process';
import { Random } from '../support/export-generator/random';

/** More of them for a longer look: `ENGINE_KILLS=500 npx jest test/faults/engine-kill.long.spec.ts`. */
const KILLS = Number(process.env.ENGINE_KILLS ?? 60);
const SEED = Number(process.env.ENGINE_KILLS_SEED ?? Date.now() % 1_000_000);
const COLLECTIONS = ['plays', 'jobs', 'logs'];
const WRITERS = 6;
const LONGEST_LOAD_MS = 250;
const LONGEST_START_MS = 300;

jest.setTimeout(60_000 + KILLS * 5_000);

/** Makes and drops a collection and its indexes, over and over. */
class CatalogueWriter {
  /** The names of its indexes; null where there is no collection. */
  private before: string[] | null = null;
  private after: string[] | null = null;

  async writeUntilGone(db: Db): Promise<void> {
    const scratch = db.collection<{ a: number }>('scratch');
    const steps: [string[] | null, () => Promise<unknown>][] = [
      [['_id_'], () => db.createCollection('scratch')],
      [['_id_'], () => scratch.insertMany(Array.from({ length: 50 }, (_, a) => ({ a })))],
      [['_id_', 'a_1'], () => scratch.createIndexes([{ key: { a: 1 }, unique: true }])],
      [['_id_', 'a_1', 'a_-1'], () => scratch.createIndexes([{ key: { a: -1 } }])],
      [['_id_', 'a_-1'], () => scratch.dropIndex('a_1')],
      [null, () => scratch.drop()],
    ];
    try {
      for (;;) {
        for (const [after, run] of steps) {
          this.after = after;
          await run();
          this.before = after;
        }
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** Goes on from an empty state. @returns a sentence where what is there is neither what was nor what was to be */
  async check(db: Db): Promise<string[]> {
    const isThere = (await db.listCollections({ name: 'scratch' }).toArray()).length > 0;
    const indexes = isThere ? await db.collection('scratch').indexes() : null;
    const actual = JSON.stringify(indexes?.map(({ name }) => name) ?? null);
    const allowed = [this.before, this.after].map((names) => JSON.stringify(names));
    await db.collection('scratch').drop();
    this.before = this.after = null;
    return allowed.includes(actual) ? [] : [`scratch has ${actual}, not ${allowed.join(' or ')}`];
  }
}

describe('the embedded engine, killed under load', () => {
  const random = new Random(SEED);
  const writers = Array.from({ length: WRITERS }, (_, n) => new RowWriter(n, new Random(SEED + n + 1)));
  const catalogue = new CatalogueWriter();
  let folder: string;
  let engine: EngineProcess;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-kill-'));
    mkdirSync(join(folder, 'data'));
    engine = new EngineProcess(join(folder, 'data'));
  });
  afterAll(async () => {
    await engine.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(engine.uri, { retryWrites: false, serverSelectionTimeoutMS: 2_000 });
    try {
      return await work(client.db('app'));
    } finally {
      await client.close();
    }
  }

  const collectionOf = (db: Db, writer: RowWriter) =>
    db.collection<Row>(COLLECTIONS[writer.number % COLLECTIONS.length] ?? '');

  async function loadAndKill(db: Db): Promise<void> {
    // Connections that are made already leave the time to the writes.
    await Promise.all(writers.map(() => db.command({ ping: 1 })));
    const writing = writers.map((writer) => writer.writeUntilGone(collectionOf(db, writer)));
    const all = Promise.all([...writing, catalogue.writeUntilGone(db)]);
    // A writer that finds something wrong ends the round at once.
    await Promise.race([sleep(random.next() * LONGEST_LOAD_MS), all]);
    await engine.kill('SIGKILL');
    await all;
  }

  async function problemsIn(db: Db): Promise<string[]> {
    const problems = await catalogue.check(db);
    for (const name of COLLECTIONS) {
      const rows = await db.collection<Row>(name).find().hint('_id_').toArray();
      for (const writer of writers.filter((each) => collectionOf(db, each).collectionName === name))
        problems.push(...writer.check(rows.filter((row) => row.writer === writer.number)));
    }
    for (const { name } of await db.listCollections().toArray()) {
      const { valid, errors } = await db.command({ validate: name });
      if (valid !== true) problems.push(`${name}: ${(errors as string[]).join('; ')}`);
    }
    return problems;
  }

  test(`keeps what it acknowledged, and its indexes right, through ${KILLS} kills (seed ${SEED})`, async () => {
    await engine.start();
    await withDatabase(async (db) => {
      for (const name of COLLECTIONS) await db.collection(name).createIndexes(ROW_INDEXES);
    });
    for (let kills = 0; kills < KILLS; kills++) {
      await withDatabase(loadAndKill);
      if (random.chance(0.1)) {
        // Killed while it starts, which repairs what the kill before left.
        void engine.start();
        await sleep(random.next() * LONGEST_START_MS);
        await engine.kill('SIGKILL');
        kills++;
      }
      expect(await engine.start()).toBe(engine.uri);
      expect(await withDatabase(problemsIn)).toEqual([]);
    }
    for (const writer of writers) expect(writer.acknowledged).toBeGreaterThan(0);
    if (process.env.ENGINE_KILLS !== undefined)
      process.stderr.write(`${writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} writes acknowledged\n`);
  });
});
