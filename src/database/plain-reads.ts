import type { Model, mongo } from 'mongoose';
import { type PageRange, totalBeside } from '../common/pagination';

// What is asked for most is read by plain commands: what the driver does for a cursor, and Mongoose for a query, costs more
// than a small answer itself. Filters hold values as they are stored, since nothing is cast.

/** Fields that are left out or, alone, read; and how much of an array is. */
export type Projection = Record<string, 0 | 1 | { $slice: number }>;

/** The part of a list that is on a page. */
export interface Page<Row> {
  rows: Row[];
  /** How many there are on all pages together. */
  total: number;
}

/** How a list is ordered, and what of its documents is read. */
interface ListOptions {
  sort: Record<string, 1 | -1>;
  projection?: Projection;
}

type Place = Pick<Model<unknown>, 'collection' | 'db'>;

/** @returns null when no document matches */
export async function readOne<Row>(place: Place, filter: mongo.Document, projection: Projection): Promise<Row | null> {
  const [row] = await find<Row>(place, { filter, projection, limit: 1 });
  return row ?? null;
}

/** Page and total agree, though they are read side by side. */
export async function readPage<Row>(
  place: Place,
  filter: mongo.Document,
  range: PageRange,
  options: ListOptions,
): Promise<Page<Row>> {
  const [rows, counted] = await Promise.all([readRows<Row>(place, filter, range, options), count(place, filter)]);
  return { rows, total: totalBeside(counted, range, rows.length) };
}

/** What is on a page, without the total. */
export function readRows<Row>(
  place: Place,
  filter: mongo.Document,
  range: PageRange,
  { sort, projection = {} }: ListOptions,
): Promise<Row[]> {
  return find<Row>(place, { filter, sort, ...range, projection });
}

/** How many documents match. */
export async function count(place: Place, filter: mongo.Document): Promise<number> {
  const { n } = (await databaseOf(place).command({ count: place.collection.name, query: filter })) as { n: number };
  return n;
}

async function find<Row>(place: Place, what: mongo.Document & { limit: number }): Promise<Row[]> {
  // Unless told otherwise, a server puts 101 documents into a batch at most.
  const command = { find: place.collection.name, ...what, batchSize: what.limit, singleBatch: true };
  const { cursor } = (await databaseOf(place).command(command)) as { cursor: { firstBatch: Row[] } };
  return cursor.firstBatch;
}

function databaseOf({ db: { db } }: Place): mongo.Db {
  if (db === undefined) throw new Error('A document is read before the database is connected.');
  return db;
}
