import { isDiskFull } from '../../common/errors/disk-full';
import { ServiceUnavailable } from '../../common/errors/errors';
import { isDatabaseUnavailable, isRedisUnavailable } from '../../common/errors/unavailable';
import { JobFailed, JobInterrupted } from '../../sync-jobs/job-errors';
import { describeFileError, isFileError, NO_ROOM_LEFT } from './disk-errors';

/** Does something with the import's own files; what goes wrong there ends the job with a sentence for its user. */
export async function withFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFailure(error);
  }
}

/** The same for what is read bit by bit. */
export async function* withFilesRead<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    throw fileFailure(error);
  }
}

function fileFailure(error: unknown): unknown {
  return isFileError(error) ? new JobFailed(describeFileError(error), { cause: error }) : error;
}

/**
 * What a job ends with that met this failure; null where it does not end: a job that stops because the service stops, or
 * whose database is away, is taken up again later.
 */
export function endOfJob(failure: unknown): unknown {
  if (failure instanceof JobInterrupted) return failure.reason === 'cancelled' ? failure : null;
  if (isDatabaseUnavailable(failure) || isRedisUnavailable(failure)) return null;
  if (isDiskFull(failure)) return new JobFailed(NO_ROOM_LEFT, { cause: failure });
  return failure instanceof ServiceUnavailable ? new JobFailed(failure.message, { cause: failure }) : failure;
}
