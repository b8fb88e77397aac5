import type { Model } from 'mongoose';
import { refusedAsDuplicates } from './duplicate-key';

/** Inserts those documents whose unique key is not taken yet, in one round trip; what is there stays as it is. */
export async function insertUnknown(model: Pick<Model<unknown>, 'collection'>, documents: object[]): Promise<void> {
  if (documents.length === 0) return;
  try {
    await model.collection.insertMany(documents, { ordered: false });
  } catch (error) {
    if (refusedAsDuplicates(error) === null) throw error;
  }
}
