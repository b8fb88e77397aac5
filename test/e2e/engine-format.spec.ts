import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateObjectSize } from 'bson';
import { open } from 'lmdb';
import { type Collection, type Db, Long, MongoClient, ObjectId, type Document } from 'mongodb';
import { startEngine } from '../../src/local-services/embedded-mongo/server';

const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const;

describe('how the embedded engine keeps documents and keys', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('documents of every length come back as they were, by id and in order, before and after a restart', async () => {
    const lengths = [...Array.from({ length: 1_200 }, (_, i) => i), 70_000, 5_000_000, 16_000_000];
    const documents = lengths.map((length, _id) => ({
      _id: Long.fromNumber(_id),
      text: 'ab'.repeat(length).slice(0, length),
    }));
    const check = async (collection: Collection): Promise<void> => {
      const all = await collection.find().sort({ _id: 1 }).toArray();
      expect(all.map(({ text }) => String(text).length)).toEqual(lengths);
      for (const { _id, text } of documents.slice(-300)) {
        expect((await collection.findOne({ _id } as Document))?.text).toBe(text);
      }
    };
    await withCollection(async (collection) => {
      for (const document of documents) await collection.insertOne(document as Document);
      await check(collection);
    });
    await withCollection(check);
  });

  test.each<[string, (collection: Collection, documents: Document[]) => Promise<unknown>]>([
    ['inserted', (collection, documents) => collection.insertMany(documents)],
    [
      'put in place of none',
      (collection, documents) =>
        collection.bulkWrite(
          documents.map((replacement) => ({
            replaceOne: { filter: { _id: replacement._id as ObjectId }, replacement, upsert: true },
          })),
        ),
    ],
  ])('documents that share their form, %s, take less than four fifths of their size', async (_how, store) => {
    const documents = Array.from({ length: 20_000 }, (_, n) => ({
      listener: { platform_id: `id-${n}`, display_name: `Listener ${n}` },
      _id: new ObjectId(),
      described_at: new Date(n),
      number_of_plays: n,
    }));
    await withCollection((collection) => store(collection, documents));
    const bytes = documents.reduce((sum, document) => sum + calculateObjectSize(document), 0);
    expect(statSync(dataFile()).size).toBeLessThan(bytes * 0.8);
  });

  test('documents that were stored before there was a dictionary stay readable beside new ones', async () => {
    const old = { _id: 1, text: 'x'.repeat(200) };
    await withCollection(async (collection) => {
      await collection.updateOne({ _id: 1 } as Document, { $set: { text: old.text } }, { upsert: true });
      await collection.insertOne({ _id: 2, text: 'y'.repeat(200) } as Document);
      expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([old, { _id: 2, text: 'y'.repeat(200) }]);
    });
  });

  test('a file of the first format is brought to this one, its indexes with it', async () => {
    await withCollection(async (collection) => {
      await collection.createIndexes([
        { key: { kind: 1, _id: -1 } },
        { key: { kind: 1 } },
        { key: { tags: 1, _id: 1 } },
      ]);
      for (let n = 0; n < 200; n++) {
        const set = { kind: n % 3, tags: n % 5 === 0 ? ['a', 'b'] : ['c'] };
        await collection.updateOne({ _id: n } as Document, { $set: set }, { upsert: true });
      }
    });
    await rewriteAsFirstFormat();
    await withCollection(async (collection, db) => {
      expect(await db.command({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 200 });
      const found = await collection.find({ kind: 1 }).sort({ _id: -1 }).project({ _id: 1 }).toArray();
      expect(found.map(({ _id }) => Number(_id))).toEqual(
        Array.from({ length: 200 }, (_, n) => 199 - n).filter((n) => n % 3 === 1),
      );
      await collection.deleteMany({ kind: 1 });
      expect(await collection.countDocuments({ tags: 'a' }, { hint: { tags: 1, _id: 1 } })).toBe(27);
    });
  });

  /** Gives indexes that have `_id` the keys that they had then, which ended in the record key. */
  async function rewriteAsFirstFormat(): Promise<void> {
    const root = open<Buffer, Buffer>({ path: dataFile(), maxDbs: 100, ...BINARY });
    for (const name of ['i2', 'i4']) {
      const table = root.openDB<Buffer, Buffer>(name, BINARY);
      const entries = [...table.getRange({})];
      expect(entries.length).toBeGreaterThanOrEqual(200);
      for (const { key, value } of entries) {
        table.removeSync(key);
        table.putSync(Buffer.concat([key, value]), value);
      }
    }
    root.putSync(Buffer.from('format'), Buffer.from('1'));
    await root.close();
  }

  async function withCollection(work: (collection: Collection, db: Db) => Promise<unknown>): Promise<void> {
    const engine = await startEngine({ dataDir: folder, socketPath: join(folder, 'engine.sock') });
    const client = await MongoClient.connect(`mongodb://${encodeURIComponent(join(folder, 'engine.sock'))}/`);
    try {
      const db = client.db('app');
      await work(db.collection('c'), db);
    } finally {
      await client.close();
      await engine.close();
    }
  }

  function dataFile(): string {
    return join(folder, 'documents.mdb');
  }
});
