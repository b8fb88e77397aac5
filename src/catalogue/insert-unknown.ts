import { type Model, mongo } from 'mongoose';
import { DUPLICATE_KEY } from '../database/duplicate-key';

/** Inserts those documents whose unique key is not taken yet, in one round trip; what is there stays as it is. */
export async function insertUnknown(model: Pick<Model<unknown>, 'collection'>, documents: object[]): Promise<void> {
  if (documents.length === 0) return;
  try {
    await model.collection.insertMany(documents, { ordered: false });
  } catch (error) {
    const onlyKnown =
      error instanceof mongo.MongoBulkWriteError &&
      [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
    if (!onlyKnown) throw error;
  }
}
