import { mongo } from 'mongoose';

/** The server's code for a write that a unique index refused. */
export const DUPLICATE_KEY = 11000;

/** Whether a unique index refused a write: somebody else was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Positions of the writes of a bulk write that unique indexes refused, when nothing else was the matter with it; null for
 * any other error.
 */
export function refusedAsDuplicates(error: unknown): number[] | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const refusals = [error.writeErrors].flat();
  // The driver wraps a broken connection in the same class: nothing is known to be refused then, nor to be written.
  if (refusals.length === 0 || refusals.some(({ code }) => code !== DUPLICATE_KEY)) return null;
  return refusals.map(({ index }) => index);
}
