import { type Model, mongo } from 'mongoose';

const DUPLICATE_KEY = 11000;

/** One record to be written, found by the platform's id. */
export interface Upsert {
  platformId: string;
  /** Written in any case. */
  set?: Record<string, unknown>;
  /** Written when the record is new. */
  setOnInsert?: Record<string, unknown>;
}

/** Writes records in one round trip. Where two write one new record at the same time, both writes hold in the end. */
export async function upsertAll(model: Pick<Model<unknown>, 'collection'>, upserts: readonly Upsert[]): Promise<void> {
  if (upserts.length === 0) return;
  const operations = upserts.map(({ platformId, set, setOnInsert }) => ({
    updateOne: {
      filter: { platform_id: platformId },
      update: {
        ...(set === undefined ? {} : { $set: set }),
        ...(setOnInsert === undefined ? {} : { $setOnInsert: setOnInsert }),
      },
      upsert: true,
    },
  }));
  const write = (): Promise<unknown> => model.collection.bulkWrite(operations, { ordered: false });
  try {
    await write();
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== DUPLICATE_KEY) throw error;
    // Somebody else has just inserted some of them: now all that are refused are there to be updated.
    await write();
  }
}
