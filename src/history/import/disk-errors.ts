import { mongo } from 'mongoose';
import { AppError } from '../../common/errors/errors';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** MongoDB's code for a write that its disk has no room for. */
const OUT_OF_DISK_SPACE = 14031;

/** The disk has no room for an upload. */
export class InsufficientStorage extends AppError {
  readonly status = 507;
}

export const NO_ROOM_LEFT =
  'The disk that holds DATA_DIR is full. Make room on it, then upload the files again: nothing is stored twice.';

/** Whether an error comes from the file system, and so from no other part that also has codes. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Whether the disk has no room for a file of the service's own, or for the document database. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) return error.code === OUT_OF_DISK_SPACE;
  return isFileError(error) && NO_ROOM.has(error.code ?? '');
}

/** What went wrong with a file of the service's own, as a sentence for the user. */
export function describeFileError(error: NodeJS.ErrnoException): string {
  if (isDiskFull(error)) return NO_ROOM_LEFT;
  if (error.code === 'ENOENT') {
    return (
      'The uploaded file is not there any more. If the service runs as separate api and worker processes, both need ' +
      'the same DATA_DIR. Upload the files again: nothing is stored twice.'
    );
  }
  return `DATA_DIR cannot be used (${error.code ?? 'unknown error'}). See to it, then upload the files again: nothing is stored twice.`;
}
