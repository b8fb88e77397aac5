import {
  Collection,
  CreateIndexesOptions,
  Db,
  Document,
  Filter,
  FindOptions,
  MongoBulkWriteError,
  MongoServerError,
  UpdateOptions,
} from 'mongodb';

/** A document of the suite's collections; their fields are of every type. */
export interface Row extends Document {
  _id: number;
}

export type Rows = Collection<Row>;

/** A few documents, something done with them, and what must come of it. */
export interface Case {
  docs: readonly Row[];
  run: (rows: Rows, db: Db) => Promise<unknown>;
  /** A filter is tried a second time with these indexes, and must find the same. */
  indexes?: readonly string[];
}

/** A case with its result, by MongoDB's manual. */
export interface ExpectedCase extends Case {
  expected: unknown;
  /** Why the reference engine answers something else. */
  differs?: string;
}

export type Cases = Record<string, ExpectedCase>;

export function giving(expected: unknown, testCase: Case): ExpectedCase {
  return { ...testCase, expected };
}

export function differing(differs: string, expected: unknown, testCase: Case): ExpectedCase {
  return { ...testCase, expected, differs };
}

const INDEXED = ['v', 'age', 'name', 'tags', 'address.city', 'scores.s', 'v.b'];

/** The `_id` of what a filter finds. */
export function find(filter: object, docs: readonly Row[], options: FindOptions = {}): Case {
  const run = async (rows: Rows): Promise<unknown> =>
    idsOf(
      await rows
        .find(filter as Filter<Row>, options)
        .sort({ _id: 1 })
        .toArray(),
    );
  return { docs, run, indexes: INDEXED };
}

export function agg(docs: readonly Row[], ...pipeline: Document[]): Case {
  return { docs, run: (rows) => rows.aggregate(pipeline).toArray() };
}

/** The counts of an `updateOne`, and the documents after it. */
export function upd(docs: readonly Row[], filter: object, update: object, options: UpdateOptions = {}): Case {
  return {
    docs,
    run: async (rows) => {
      const result = await rows.updateOne(filter, update, options);
      const after = await rows.find().sort({ _id: 1 }).toArray();
      return { matched: result.matchedCount, modified: result.modifiedCount, docs: after };
    },
  };
}

export async function index(
  rows: Rows,
  key: Record<string, 1 | -1>,
  options: CreateIndexesOptions = {},
): Promise<void> {
  await rows.createIndexes([{ key, ...options }]);
}

/** The code of the error that something must fail with. */
export function fails(docs: readonly Row[], run: Case['run']): Case {
  return { docs, run: (rows, db) => codeOf(run(rows, db)) };
}

export function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof MongoServerError ? error.code : error),
  );
}

export function idsOf(rows: readonly Document[]): unknown[] {
  return rows.map((row): unknown => row._id);
}

/** A document for each value, in the field `v`. */
export function ids(...values: unknown[]): Row[] {
  return values.map((v, i) => ({ _id: i, v }));
}

/** BSON's names of the types that a field has when its value is not turned into JavaScript's. */
export function typesOf(row: Document | null | undefined, ...names: string[]): unknown[] {
  return names.map((name) => (row?.[name] as { _bsontype?: unknown } | undefined)?._bsontype);
}

/** The code of a bulk write that fails, and the position and code of each of its errors. */
export async function bulkErrorsOf(promise: Promise<unknown>): Promise<unknown[]> {
  const error = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof MongoBulkWriteError)) return ['no error'];
  return [error.code, [error.writeErrors].flat().map(({ index, code }) => [index, code])];
}
