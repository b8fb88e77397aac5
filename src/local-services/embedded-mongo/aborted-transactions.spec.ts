import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Lmdb from 'lmdb';
import { Collection, MongoClient } from 'mongodb';
import { startEngine } from './server';

type Root = Lmdb.RootDatabase<Buffer, Buffer>;
type Table = Lmdb.Database<Buffer, Buffer>;

/** How many of the coming transactions of each kind LMDB gives up. It cannot be made to do so. */
const givenUp = { write: 0, index: 0, removal: 0, drop: 0 };

function isGivenUp(kind: keyof typeof givenUp): boolean {
  return givenUp[kind] > 0 && givenUp[kind]-- > 0;
}

const asLmdb = (): Error =>
  Object.assign(new Error('MDB_BAD_TXN: Transaction must abort, has a child, or is invalid'), { code: -30782 });

jest.mock('lmdb', () => {
  const lmdb = jest.requireActual<typeof Lmdb>('lmdb');
  const open = (options: Lmdb.RootDatabaseOptionsWithPath): Root => {
    const root = lmdb.open<Buffer, Buffer>(options);
    if (options.readOnly) return root;
    const commit = root.childTransaction.bind(root);
    const commitNow = root.transactionSync.bind(root);
    const openTable = root.openDB.bind(root) as (name: string, options: Lmdb.DatabaseOptions) => Table;
    return Object.assign(root, {
      childTransaction: (work: () => Promise<void>) =>
        commit(async () => {
          await work();
          if (isGivenUp('write')) throw asLmdb();
        }),
      transactionSync: <T>(work: () => T) =>
        commitNow(() => {
          const result = work();
          if (isGivenUp('index')) throw asLmdb();
          return result;
        }),
      openDB(name: string, tableOptions: Lmdb.DatabaseOptions) {
        const table = openTable(name, tableOptions);
        const removeSync = table.removeSync.bind(table);
        const dropSync = table.dropSync.bind(table);
        return Object.assign(table, {
          removeSync(key: Buffer) {
            if (isGivenUp('removal')) throw asLmdb();
            return removeSync(key);
          },
          dropSync() {
            if (isGivenUp('drop')) throw asLmdb();
            dropSync();
          },
        });
      },
    });
  };
  return { ...lmdb, open };
});

describe('a transaction that LMDB gives up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const socketPath = join(folder, 'engine.sock');
  let engine: { close(): Promise<void> };
  let client: MongoClient;
  let rows: Collection<{ _id: number; n: number }>;

  beforeAll(async () => {
    engine = await startEngine({ dataDir: folder, socketPath });
    client = await MongoClient.connect(`mongodb://${encodeURIComponent(socketPath)}/`);
    rows = client.db('app').collection('rows');
  });

  beforeEach(async () => {
    await rows.deleteMany({});
    await rows.insertOne({ _id: 1, n: 1 });
  });

  afterEach(() => {
    Object.assign(givenUp, { write: 0, index: 0, removal: 0, drop: 0 });
  });

  afterAll(async () => {
    await client.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  test('is run again: each write is done once, and counted once', async () => {
    givenUp.write = 2;
    const insert = await rows.insertMany([
      { _id: 2, n: 2 },
      { _id: 3, n: 3 },
    ]);
    expect(insert.insertedCount).toBe(2);
    givenUp.write = 1;
    expect(await rows.updateMany({}, { $inc: { n: 10 } })).toMatchObject({ matchedCount: 3, modifiedCount: 3 });
    givenUp.write = 1;
    expect(await rows.findOneAndUpdate({ _id: 1 }, { $inc: { n: 100 } }, { returnDocument: 'after' })).toEqual({
      _id: 1,
      n: 111,
    });
    givenUp.write = 1;
    expect(await rows.deleteOne({ _id: 2 })).toMatchObject({ deletedCount: 1 });
    expect(givenUp.write).toBe(0);
    expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 111 },
      { _id: 3, n: 13 },
    ]);
  });

  test('that is given up each time is told as WriteConflict, and leaves nothing', async () => {
    givenUp.write = Infinity;
    await expect(rows.insertOne({ _id: 2, n: 2 })).rejects.toMatchObject({ code: 112, codeName: 'WriteConflict' });
    givenUp.write = 0;
    expect(await rows.countDocuments()).toBe(1);
  });

  test('is run again for an index', async () => {
    givenUp.index = 1;
    await rows.createIndexes([{ key: { n: 1 }, unique: true }]);
    expect(givenUp.index).toBe(0);
    await expect(rows.insertOne({ _id: 2, n: 1 })).rejects.toMatchObject({ code: 11000 });
  });

  test.each(['removal', 'drop'] as const)('is run again for a database that is dropped (%s)', async (kind) => {
    const other = client.db('other').collection('rows');
    await other.createIndexes([{ key: { n: 1 } }]);
    givenUp[kind] = 1;
    expect(await client.db('other').dropDatabase()).toBe(true);
    expect(givenUp[kind]).toBe(0);
    expect((await client.db('admin').admin().listDatabases()).databases.map(({ name }) => name)).toEqual(['app']);
    await other.insertOne({ n: 1 });
    expect(await other.countDocuments()).toBe(1);
    await other.drop();
  });
});
