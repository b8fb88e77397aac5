import type { mongo } from 'mongoose';
import { ownTurn } from '../common/own-turn';

/**
 * Reads a cursor batch by batch, and fetches the next batch while the caller works on one. Costs a promise a batch, where
 * iterating the cursor itself costs several a document. The cursor is closed at the end, also when that comes early.
 */
export async function* readInBatches<T>(cursor: mongo.FindCursor<T>): AsyncGenerator<T[], void> {
  try {
    let hasMore = await cursor.hasNext();
    while (hasMore) {
      await ownTurn();
      const batch = cursor.readBufferedDocuments();
      const next = cursor.hasNext();
      // Its failure is met when the caller has dealt with this batch.
      next.catch(() => undefined);
      yield batch;
      hasMore = await next;
    }
  } finally {
    await cursor.close();
  }
}
