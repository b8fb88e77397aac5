import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Db, MongoClient } from 'mongodb';
import { EngineProcess } from '../support/engine-process';

interface Row {
  _id: number;
  text: string;
}

const FULL = 14031;
const MOST_ROWS = 20_000;

/** A small file system of its own that can be filled and made read-only, which takes the rights of root to mount. */
describe('the embedded engine on a disk that fails it', () => {
  let folder: string;
  let disk: string;
  let engine: EngineProcess;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-disk-'));
    disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
    engine = new EngineProcess(join(disk, 'data'), { socketPath: join(folder, 'engine.sock') });
  });
  afterAll(async () => {
    await engine.kill('SIGKILL');
    execFileSync('umount', ['-l', disk]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function withRows<T>(work: (rows: Collection<Row>) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(engine.uri);
    try {
      return await work(client.db('app').collection<Row>('rows'));
    } finally {
      await client.close();
    }
  }

  function fillBut(bytes: number): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - bytes));
  }

  const rowsFrom = (start: number): Row[] =>
    Array.from({ length: 100 }, (_, i) => ({ _id: start + i, text: `${start} ${'x'.repeat(500)}` }));

  /** @returns how many rows were acknowledged before the disk was full */
  async function insertUntilFull(rows: Collection<Row>): Promise<number> {
    for (let start = 0; start < MOST_ROWS; start += 100) {
      const failure = await rows.insertMany(rowsFrom(start)).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) continue;
      expect(failure).toMatchObject({ code: FULL, message: `The disk that holds ${join(disk, 'data')} is full` });
      return start;
    }
    throw new Error('the disk did not become full');
  }

  /** @returns the collections that there are when the disk is full */
  async function createUntilFull(db: Db): Promise<string[]> {
    const names = await namesIn(db);
    for (let n = 0; n < 2_000; n++) {
      const failure = await db.createCollection(`c${n}`).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) {
        names.push(`c${n}`);
        continue;
      }
      expect(failure).toMatchObject({ code: FULL });
      expect((await namesIn(db)).sort()).toEqual(names.sort());
      return names;
    }
    throw new Error('the disk did not become full');
  }

  async function namesIn(db: Db): Promise<string[]> {
    return (await db.listCollections().toArray()).map(({ name }) => name);
  }

  const isWhole = async (rows: Collection<Row>, count: number): Promise<void> => {
    expect(await rows.find().toArray()).toHaveLength(count);
    expect(await rows.countDocuments({ text: /^1/ }, { hint: 'text_1' })).toBeGreaterThan(0);
    const report = { valid: true, errors: [], nrecords: count };
    expect(await rows.db.command({ validate: 'rows' })).toMatchObject(report);
  };

  test('says that it is full, goes on reading, keeps what it acknowledged, and writes again when there is room', async () => {
    await engine.start();
    let made: string[] = [];
    await withRows(async (rows) => {
      await rows.createIndexes([{ key: { text: 1 } }]);
      fillBut(4 * 1024 ** 2);
      const stored = await insertUntilFull(rows);
      expect(stored).toBeGreaterThan(100);
      await isWhole(rows, stored);
      await expect(rows.createIndexes([{ key: { text: -1 } }])).rejects.toMatchObject({ code: FULL });
      expect(await rows.indexes()).toHaveLength(2);
      made = await createUntilFull(rows.db);
      // Nothing that a full disk leaves behind may keep the engine from starting.
      await engine.kill('SIGKILL');
    });
    expect(await engine.start()).toBe(engine.uri);
    await withRows(async (rows) => {
      expect((await namesIn(rows.db)).sort()).toEqual(made.sort());
      const stored = await rows.countDocuments();
      await isWhole(rows, stored);
      rmSync(join(disk, 'ballast'));
      await rows.insertMany(rowsFrom(stored));
      await isWhole(rows, stored + 100);
    });
    expect(await engine.kill('SIGTERM')).toBe(0);
  });

  test('says what to do where it may not write, and leaves everything as it is', async () => {
    await engine.kill('SIGKILL');
    const data = join(disk, 'data');
    const before = readdirSync(data);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(await engine.start()).toMatch(/^The data folder \S+ cannot be written \(EROFS: .*; make it writable/);
    execFileSync('mount', ['-o', 'remount,rw', disk]);

    const file = join(data, 'documents.mdb');
    execFileSync('mount', ['--bind', file, file]);
    execFileSync('mount', ['-o', 'remount,ro,bind', file]);
    expect(await engine.start()).toMatch(
      /^The data file \S+ cannot be opened \(.*\); make it writable for this user\.$/,
    );
    execFileSync('umount', [file]);
    expect(readdirSync(data).filter((name) => name !== 'documents.mdb-lock')).toEqual(
      before.filter((name) => name !== 'documents.mdb-lock'),
    );

    expect(await engine.start()).toBe(engine.uri);
    await withRows(async (rows) => {
      await isWhole(rows, await rows.countDocuments());
    });
  });
});
