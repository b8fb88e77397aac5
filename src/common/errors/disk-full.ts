import { types } from 'node:util';
import { mongo } from 'mongoose';
import { AppError } from './errors';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** MongoDB's code for a write that its disk has no room for. */
const OUT_OF_DISK_SPACE = 14031;
/** What Redis refuses writes with, while what it has been told cannot be put on disk. */
const REDIS_CANNOT_WRITE = /^MISCONF /;

/** For whoever asked for something that could not be written. */
export const DISK_FULL =
  'The disk that holds the data is full. Make room on it, then try again: what was stored before is kept.';

/** The disk has no room for what was to be stored. */
export class InsufficientStorage extends AppError {
  readonly status = 507;
}

/** Whether the disk has no room for a file of the service's own, for the document database, or for Redis. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) return error.code === OUT_OF_DISK_SPACE;
  if (!types.isNativeError(error)) return false;
  if (REDIS_CANNOT_WRITE.test(error.message)) return true;
  return 'syscall' in error && 'code' in error && NO_ROOM.has(String(error.code));
}
