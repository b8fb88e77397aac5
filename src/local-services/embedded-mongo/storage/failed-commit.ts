import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { CommandError } from '../errors';

const { ENOSPC, EDQUOT, EFBIG, EIO } = constants.errno;
/** LMDB writes less than this at once. */
const LARGEST_WRITE_BYTES = 1024 ** 2;
/** LMDB's MDB_BAD_TXN. */
const BAD_TRANSACTION = -30782;

/**
 * LMDB gave up a transaction that nothing is wrong with. That of lmdb-js does so once in very many commits: where it finds
 * no record of free pages, it looks at a length that it has not set, and ends when that happens to be zero ("reserved
 * freelist had a data entry with zero-size"). Nothing of the transaction is stored then, and LMDB reads its free pages anew
 * for the next, so that it may be run again.
 */
export class AbortedTransaction extends CommandError {
  constructor() {
    super(112, 'The storage gave up the transaction of this write. Please retry it.');
  }
}

/**
 * What a client is told of a failed commit: MongoDB's OutOfDiskSpace where the data file cannot grow, its WriteConflict
 * where LMDB gave up; else the failure as it is. LMDB tells the first write that does not fit whole as EIO, which a
 * broken disk has as well: the room that is left tells.
 */
export function asRefusal(error: unknown, folder: string): unknown {
  // Its code is none of the system's, of which some are the same numbers.
  if (error instanceof CommandError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === BAD_TRANSACTION) return new AbortedTransaction();
  const isFull = code === ENOSPC || code === EDQUOT || code === EFBIG || (code === EIO && !hasRoom(folder));
  return isFull ? new CommandError(14031, `The disk that holds ${folder} is full`) : error;
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= LARGEST_WRITE_BYTES;
}
