import type { Model, mongo } from 'mongoose';
import { inTurns } from '../common/chunks';
import { refusedAsDuplicates } from './duplicate-key';

const DOCUMENTS_AN_INSERT = 250;

/** Inserts those documents whose unique key is not taken yet; what is there stays as it is. */
export async function insertUnknown(model: Pick<Model<unknown>, 'collection'>, documents: object[]): Promise<void> {
  await inTurns(documents, DOCUMENTS_AN_INSERT, (some) => insertNew(model.collection, some));
}

async function insertNew(collection: Pick<mongo.Collection, 'insertMany'>, documents: object[]): Promise<void> {
  try {
    await collection.insertMany(documents, { ordered: false });
  } catch (error) {
    if (refusedAsDuplicates(error) === null) throw error;
  }
}
