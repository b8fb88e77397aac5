import { BSON, type Collection, type Document, MongoServerError } from 'mongodb';
import type { Spec } from './queries';

export interface Row extends Document {
  _id: number;
}

export type Rows = Collection<Row>;

/** What an engine makes of something: the result as canonical JSON, which tells types apart, or its refusal. */
export type Outcome = { result: unknown } | { refused: number };

const RAW = { promoteValues: false, promoteLongs: false } as const;

/** Every field by itself and together, up and down, so that every kind of condition meets an index. */
const INDEXES = [{ a: 1 }, { a: -1, b: 1 }, { b: 1 }, { 'a.b': 1 }, { 'a.b': -1, c: 1 }, { c: -1, a: 1 }] as const;

export async function addIndexes(rows: Rows): Promise<void> {
  await rows.createIndexes(INDEXES.map((key) => ({ key })));
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { result: JSON.parse(BSON.EJSON.stringify(await work, { relaxed: false })) as unknown };
  } catch (error) {
    if (error instanceof MongoServerError) return { refused: Number(error.code) };
    throw error;
  }
}

/** Puts the documents into a collection in place of what is there; false when its indexes do not take them. */
export async function refill(rows: Rows, docs: readonly Spec[]): Promise<boolean> {
  await rows.deleteMany({});
  return rows.insertMany(docs.map((doc, i) => ({ _id: i, ...doc }))).then(
    () => true,
    () => false,
  );
}

export function found(rows: Rows, filter: Spec, sort: Record<string, 1 | -1> = { _id: 1 }): Promise<Outcome> {
  return outcomeOf(
    rows
      .find(filter, { projection: { _id: 1 } })
      .sort(sort)
      .toArray(),
  );
}

export function projected(rows: Rows, projection: Spec): Promise<Outcome> {
  return outcomeOf(
    rows
      .find({}, { projection, ...RAW })
      .sort({ _id: 1 })
      .toArray(),
  );
}

export function projectedByStage(rows: Rows, projection: Spec): Promise<Outcome> {
  return outcomeOf(rows.aggregate([{ $sort: { _id: 1 } }, { $limit: 100 }, { $project: projection }], RAW).toArray());
}

/** What becomes of one document by an update, and how many were matched. */
export async function updated(rows: Rows, doc: Spec, update: Spec): Promise<Outcome> {
  await refill(rows, [doc]);
  const outcome = await outcomeOf(rows.updateOne({ _id: 0 }, update).then(({ matchedCount }) => matchedCount));
  return 'refused' in outcome ? outcome : outcomeOf(rows.findOne({ _id: 0 }, RAW));
}
