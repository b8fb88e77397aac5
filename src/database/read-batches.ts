import { mongo } from 'mongoose';
import { ownTurn } from '../common/own-turn';

/** As the connections read what they decode themselves. */
const AS_READ = { validation: { utf8: false } };

/** Best the order of an index. */
export type OrderedFind = mongo.FindOptions & { sort: Record<string, 1 | -1> };

/**
 * Reads documents batch by batch, in an order: of some without one DocumentDB has given out the first batch again and
 * again. The database gets the next batch ready while one is decoded and the caller works on it: the driver hands out
 * bytes, since it asks for no more before all that it has is decoded. Costs a promise a batch, where iterating a cursor
 * costs several a document. The cursor is closed at the end, also when that comes early.
 */
export async function* readInBatches<T extends object>(
  collection: mongo.Collection,
  filter: mongo.Filter<mongo.Document>,
  options: OrderedFind,
): AsyncGenerator<T[], void> {
  const cursor = collection.find<Uint8Array>(filter, { ...options, raw: true });
  try {
    let hasMore = await cursor.hasNext();
    while (hasMore) {
      const batch = cursor.readBufferedDocuments();
      const next = cursor.hasNext();
      // Its failure is met when the caller has dealt with this batch.
      next.catch(() => undefined);
      await ownTurn();
      yield batch.map((bytes) => mongo.BSON.deserialize(bytes, AS_READ) as T);
      hasMore = await next;
    }
  } finally {
    await cursor.close();
  }
}
