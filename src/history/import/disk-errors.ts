import { types } from 'node:util';
import { isDiskFull } from '../../common/errors/disk-full';

export const NO_ROOM_LEFT =
  'The disk that holds DATA_DIR is full. Make room on it, then upload the files again: nothing is stored twice.';

/** Whether an error comes from the file system, and so from no other part that also has codes. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && 'syscall' in error && 'code' in error;
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
