import type { mongo } from 'mongoose';
import { type OrderedFind, readInBatches } from '../read-batches';
import type { UserCollection } from './user-data';

const ROWS_A_BATCH = 1_000;
/** What is deleted at once: a commit each, in which others wait for some tenths of a second at most. */
const ERASED_AT_ONCE = 5_000;

/** The collection of a model whose documents carry `user_id`. */
export function byUserId({ collection }: { collection: mongo.Collection }): UserCollection {
  return { collection, field: 'user_id' };
}

/** The collection of a model that has one document for each user, under the user's id. */
export function byOwnId({ collection }: { collection: mongo.Collection }): UserCollection {
  return { collection, field: '_id' };
}

function filterOf({ field }: UserCollection, userId: string): mongo.Filter<mongo.Document> {
  return { [field]: userId };
}

/** A user's documents, in batches of some hundred kilobytes. */
export function rowsOf<Row extends object>(
  owned: UserCollection,
  userId: string,
  options: OrderedFind,
): AsyncGenerator<Row[], void> {
  return readInBatches(owned.collection, filterOf(owned, userId), { batchSize: ROWS_A_BATCH, ...options });
}

/** Deletes a user's documents, some at a time, so that nobody else has to wait for long. */
export async function eraseRows(owned: UserCollection, userId: string): Promise<void> {
  // One batch, so that none without an order follows another: see readInBatches.
  const options = { projection: { _id: 1 }, limit: ERASED_AT_ONCE, batchSize: ERASED_AT_ONCE };
  for (;;) {
    const rows = await owned.collection.find(filterOf(owned, userId), options).toArray();
    if (rows.length === 0) return;
    await owned.collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  }
}

/** Rows as lines of JSON: one object a line, each with its `_id` as `id`. */
export async function* jsonLines<Row extends object>(
  batches: AsyncIterable<Row[]>,
  toRecord: (row: Row) => object = withPublicId,
): AsyncGenerator<string, void> {
  for await (const batch of batches) yield batch.map((row) => `${JSON.stringify(toRecord(row))}\n`).join('');
}

function withPublicId(row: object & { _id?: unknown }): object {
  const { _id, ...fields } = row;
  return { id: _id, ...fields };
}
