import { mongo } from 'mongoose';

/** The server's code for a write that a unique index refused. */
export const DUPLICATE_KEY = 11000;

/** Whether a unique index refused a write: somebody else was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether a bulk write failed for nothing but unique indexes. */
export function isOnlyDuplicates(error: unknown): boolean {
  return (
    error instanceof mongo.MongoBulkWriteError && [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY)
  );
}
