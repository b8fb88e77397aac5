import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { CommandError } from '../errors';

const { ENOSPC, EDQUOT, EFBIG, EIO } = constants.errno;
/** LMDB writes less than this at once. */
const LARGEST_WRITE_BYTES = 1024 ** 2;

/**
 * A failed commit as MongoDB's OutOfDiskSpace, where the reason is that the data file cannot grow; else as it is. LMDB
 * tells the first write that does not fit whole as EIO, which a broken disk has as well: the room that is left tells.
 */
export function asDiskFull(error: unknown, folder: string): unknown {
  // Its code is none of the system's, of which some are the same numbers.
  if (error instanceof CommandError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isFull = code === ENOSPC || code === EDQUOT || code === EFBIG || (code === EIO && !hasRoom(folder));
  return isFull ? new CommandError(14031, `The disk that holds ${folder} is full`) : error;
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= LARGEST_WRITE_BYTES;
}
