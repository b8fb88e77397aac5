import { deserialize, type Document, serialize } from 'bson';
import type { mongo } from 'mongoose';
import { StartError } from '../common/start-error';
import { digest, rawDocuments } from './digest';
import type { Progress } from './progress';

/** Names what is being copied into a database for as long as it is not whole. */
const MARK = 'playledger_copy';
/** How many documents are written together at most, and how many bytes. */
const BATCH = 1000;
const BATCH_BYTES = 8 * 1024 ** 2;
/** Every value keeps the type that it has. */
const AS_STORED = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
const IDS = { projection: { _id: 1 }, ...AS_STORED } as const;

interface Mark {
  _id: 'copy';
  from: string;
  started_at: Date;
}

/** A database to be copied, the place it goes to, and a name for where it comes from. */
export interface DatabaseCopy {
  from: string;
  source: mongo.Db;
  target: mongo.Db;
}

/** How many documents each collection has; the names in order. */
export async function countDocuments(database: mongo.Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await collectionsOf(database))
    counts[name] = await database.collection(name).estimatedDocumentCount();
  return counts;
}

/**
 * Copies all collections of a database, compares both sides document by document, and builds the indexes. A copy that was
 * broken off is taken up by copying again: what is there already is kept where it is the same.
 * @param progress counts each document twice: when it is copied and when it is compared
 * @throws StartError where the target holds something else, or the source was written to meanwhile
 */
export async function copyDatabase(
  { from, source, target }: DatabaseCopy,
  progress: Progress,
): Promise<Record<string, number>> {
  await claimTarget(target, from);
  const names = await collectionsOf(source);
  let done = 0;
  const advance = (documents: number): void => {
    progress((done += documents));
  };
  for (const name of names) await copyCollection(source.collection(name), target, advance);
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = await compare(source.collection(name), target.collection(name), advance);
  for (const name of names) await copyIndexes(source.collection(name), target.collection(name));
  await target.collection(MARK).drop();
  return counts;
}

async function collectionsOf(database: mongo.Db): Promise<string[]> {
  const all = await database.listCollections().toArray();
  const other = all.find(({ type }) => type !== undefined && type !== 'collection');
  if (other !== undefined) {
    throw new StartError(`${database.databaseName}.${other.name} is a ${other.type ?? ''}, which cannot be copied.`);
  }
  return all
    .map(({ name }) => name)
    .filter((name) => name !== MARK && !name.startsWith('system.'))
    .sort();
}

/** An empty collection, such as a service makes at its start, is nobody's loss. */
async function claimTarget(target: mongo.Db, from: string): Promise<void> {
  const marks = target.collection<Mark>(MARK);
  const mark = await marks.findOne({ _id: 'copy' });
  if (mark?.from === from) return;
  if (mark) {
    throw new StartError(
      `The database ${target.databaseName} holds a copy of ${mark.from} that is not whole. Go on with that one, or drop the database first.`,
    );
  }
  const counts = Object.entries(await countDocuments(target));
  const filled = counts.filter(([, count]) => count > 0).map(([name]) => name);
  if (filled.length > 0) {
    throw new StartError(
      `The database ${target.databaseName} there is not empty (${filled.join(', ')}): nothing was changed. Name another database, or drop this one if nobody needs it.`,
    );
  }
  for (const [name] of counts) await target.collection(name).drop();
  await marks.insertOne({ _id: 'copy', from, started_at: new Date() });
}

async function copyCollection(
  source: mongo.Collection,
  database: mongo.Db,
  advance: (documents: number) => void,
): Promise<void> {
  const isThere = (await database.listCollections({ name: source.collectionName }).toArray()).length > 0;
  const target = isThere
    ? database.collection(source.collectionName)
    : await database.createCollection(source.collectionName);
  let batch: Document[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    await (isThere ? mend(target, batch) : target.insertMany(batch));
    advance(batch.length);
    batch = [];
    bytes = 0;
  };
  for await (const raw of rawDocuments(source)) {
    batch.push(deserialize(raw, AS_STORED));
    bytes += raw.length;
    if (batch.length === BATCH || bytes > BATCH_BYTES) await flush();
  }
  await flush();
  if (isThere) await prune(source, target);
}

/** Adds what is missing, and replaces what is no longer the same. */
async function mend(target: mongo.Collection, batch: readonly Document[]): Promise<void> {
  const ids = batch.map(({ _id }) => _id as mongo.ObjectId);
  const known = new Map<string, Uint8Array>();
  for await (const raw of rawDocuments(target, { _id: { $in: ids } }))
    known.set(keyOf(deserialize(raw, AS_STORED)), raw);
  const changes = batch.filter((document) => {
    const bytes = known.get(keyOf(document));
    return bytes === undefined || Buffer.compare(bytes, serialize(document)) !== 0;
  });
  if (changes.length === 0) return;
  await target.bulkWrite(
    changes.map((document) => ({
      replaceOne: { filter: { _id: document._id as mongo.ObjectId }, replacement: document, upsert: true },
    })),
  );
}

/** Removes what the source has no longer. */
async function prune(source: mongo.Collection, target: mongo.Collection): Promise<void> {
  const look = async (ids: mongo.ObjectId[]): Promise<void> => {
    const found = await source.find({ _id: { $in: ids } }, IDS).toArray();
    if (found.length === ids.length) return;
    const known = new Set(found.map(keyOf));
    await target.deleteMany({ _id: { $in: ids.filter((_id) => !known.has(keyOf({ _id }))) } });
  };
  let ids: mongo.ObjectId[] = [];
  for await (const { _id } of target.find({}, IDS).sort({ _id: 1 })) {
    ids.push(_id);
    if (ids.length < BATCH) continue;
    await look(ids);
    ids = [];
  }
  await look(ids);
}

function keyOf({ _id }: Document): string {
  return Buffer.from(serialize({ _id: _id as unknown })).toString('latin1');
}

async function compare(
  source: mongo.Collection,
  target: mongo.Collection,
  advance: (documents: number) => void,
): Promise<number> {
  const indexes = await source.indexes();
  const now = new Date();
  const expected = await digest(source, indexes, now, () => {
    advance(1);
  });
  const actual = await digest(target, indexes, now, () => undefined);
  if (actual.documents !== expected.documents || actual.sum !== expected.sum) {
    throw new StartError(
      `${source.namespace} was changed while it was copied (${expected.documents} documents, ${actual.documents} in the copy). Stop what writes to it, which may be Playledger, and run the same command again.`,
    );
  }
  return expected.documents;
}

async function copyIndexes(source: mongo.Collection, target: mongo.Collection): Promise<void> {
  const wanted = (await source.indexes()).filter(({ name }) => name !== '_id_').map(describe);
  if (wanted.length > 0) await target.createIndexes(wanted);
}

/** What `createIndexes` takes of what `listIndexes` tells. */
function describe({ key, name, ...options }: mongo.IndexDescriptionInfo): mongo.IndexDescription {
  const kept = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const;
  const given = kept.filter((option) => options[option] !== undefined).map((option) => [option, options[option]]);
  return { key: key, name, ...Object.fromEntries(given) } as mongo.IndexDescription;
}
