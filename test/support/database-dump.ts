import {
  Binary,
  BSONRegExp,
  type Db,
  Double,
  type IndexDescriptionInfo,
  Long,
  MaxKey,
  ObjectId,
  Timestamp,
} from 'mongodb';

/** Everything that a database holds: of each collection its indexes, and the bytes of its documents, in some order. */
export type DatabaseDump = Record<string, { indexes: string[]; documents: string[] }>;

export async function dumpDatabase(database: Db): Promise<DatabaseDump> {
  const dump: DatabaseDump = {};
  for (const { name } of await database.listCollections().toArray()) {
    const collection = database.collection(name);
    const documents: string[] = [];
    for await (const raw of collection.find({}, { raw: true }))
      documents.push(Buffer.from(raw as unknown as Uint8Array).toString('latin1'));
    dump[name] = { indexes: (await collection.indexes()).map(describe).sort(), documents: documents.sort() };
  }
  return dump;
}

/** Documents with values of every type, under every kind of index, and a collection with none. */
export async function fillDatabase(database: Db, documents: number): Promise<void> {
  const plays = database.collection('plays');
  await plays.createIndexes([
    { key: { user_id: 1, played_at: -1 } },
    { key: { user_id: 1, n: 1 }, unique: true },
    { key: { tags: 1 } },
    { key: { note: 1 }, sparse: true },
    { key: { n: 1 }, name: 'open', partialFilterExpression: { open: true } },
  ]);
  await database.collection('logs').createIndexes([{ key: { at: 1 }, expireAfterSeconds: 30 * 86_400 }]);
  await database.collection('nothing').createIndexes([{ key: { x: 1 } }]);
  await plays.insertMany(Array.from({ length: documents }, (_, n) => playOf(n)));
  await database
    .collection<{ _id: string | number; at: Date }>('logs')
    .insertMany(Array.from({ length: 50 }, (_, n) => ({ _id: n % 2 === 0 ? n : `log ${n}`, at: new Date() })));
}

function playOf(n: number): Record<string, unknown> {
  return {
    _id: new ObjectId(),
    user_id: `u${n % 5}`,
    played_at: new Date(1.6e12 + n),
    n,
    long: Long.fromNumber(n),
    double: new Double(n),
    binary: new Binary(Buffer.from([n % 256])),
    pattern: new BSONRegExp('^a', 'i'),
    stamp: new Timestamp({ t: n, i: 1 }),
    most: new MaxKey(),
    nothing: null,
    open: n % 3 === 0,
    tags: [n % 7, 'all', [1, { deep: n / 2 }]],
    counts: { 'will.i.am': n, ü: 1 },
    ...(n % 4 === 0 && { note: 'x'.repeat(n % 20 === 0 ? 3_000 : 5) }),
  };
}

/** What an index does; engines add what they please. */
function describe({
  name,
  key,
  unique,
  sparse,
  partialFilterExpression,
  expireAfterSeconds,
}: IndexDescriptionInfo): string {
  const options = { unique: unique === true, sparse: sparse === true, partialFilterExpression, expireAfterSeconds };
  return JSON.stringify([name, Object.entries(key), options]);
}
