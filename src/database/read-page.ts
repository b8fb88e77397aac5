import type { Model, mongo } from 'mongoose';
import type { PageRange } from '../common/pagination';

/** The part of a list that is on a page. */
export interface Page<Row> {
  rows: Row[];
  /** How many there are on all pages together. */
  total: number;
}

/**
 * Reads a page of a list by plain commands: what the driver does for a cursor, and Mongoose for a query, costs more than
 * such a page itself.
 *
 * @param filter of values as they are stored: nothing is cast
 * @param projection what is shown of a document, as far as Row goes
 */
export async function readPage<Row>(
  { collection, db: connection }: Pick<Model<unknown>, 'collection' | 'db'>,
  filter: mongo.Document,
  { skip, limit }: PageRange,
  { sort, projection = {} }: { sort: Record<string, 1 | -1>; projection?: Record<string, 0 | 1> },
): Promise<Page<Row>> {
  const { db } = connection;
  if (db === undefined) throw new Error('A page is read before the database is connected.');
  const page = { find: collection.name, filter, sort, skip, limit, projection, singleBatch: true };
  const [found, counted] = await Promise.all([
    db.command(page) as Promise<{ cursor: { firstBatch: Row[] } }>,
    db.command({ count: collection.name, query: filter }) as Promise<{ n: number }>,
  ]);
  return { rows: found.cursor.firstBatch, total: counted.n };
}
