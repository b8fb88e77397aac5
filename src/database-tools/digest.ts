import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { DAY_MS } from '../common/durations';

/** Tells sets of documents apart, byte by byte, in whatever order they are read. */
export interface Digest {
  documents: number;
  /** The checksums of all documents, combined by exclusive or. */
  sum: string;
}

/**
 * Reads a collection, except for what will soon have expired: a server deletes that when it likes.
 * @param indexes of the source, whose expiry holds for both sides
 */
export async function digest(
  collection: mongo.Collection,
  indexes: readonly mongo.IndexDescriptionInfo[],
  at: Date,
  onDocument: () => void,
): Promise<Digest> {
  const sum = Buffer.alloc(32);
  let documents = 0;
  for await (const raw of rawDocuments(collection, lasting(indexes, at))) {
    const bytes = createHash('sha256').update(raw).digest();
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) ^ (bytes[i] ?? 0);
    documents++;
    onDocument();
  }
  return { documents, sum: sum.toString('hex') };
}

/** Documents as the bytes that they are sent as, in the order of their ids. */
export function rawDocuments(
  collection: mongo.Collection,
  filter: mongo.Filter<mongo.Document> = {},
): AsyncIterable<Uint8Array> {
  return collection.find(filter, { raw: true, sort: { _id: 1 } }) as unknown as AsyncIterable<Uint8Array>;
}

/** What no TTL index will have removed a day from now. */
function lasting(indexes: readonly mongo.IndexDescriptionInfo[], at: Date): mongo.Filter<mongo.Document> {
  const expired = indexes.flatMap(({ key, expireAfterSeconds }) => {
    if (expireAfterSeconds === undefined) return [];
    const limit = new Date(at.getTime() + DAY_MS - expireAfterSeconds * 1000);
    return Object.keys(key).map((path) => ({ [path]: { $lt: limit } }));
  });
  return expired.length > 0 ? { $nor: expired } : {};
}
