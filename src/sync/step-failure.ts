import { isDiskFull } from '../common/errors/disk-full';
import { AppError } from '../common/errors/errors';
import { isDatabaseUnavailable, isRedisUnavailable } from '../common/errors/unavailable';
import { EndpointClosed, NotLinked, PlatformRateLimited } from '../platform/platform.errors';
import { JobFailed, JobInterrupted, JobPostponed } from '../sync-jobs/job-errors';

/** What a job says whose user must log in again. */
export const RECONNECT = 'Reconnect your platform account.';
const NOT_AVAILABLE = 'not available to this app';
/** What a job says that found no room to write. */
export const NO_ROOM_FOR_SYNC =
  'The disk that holds the data is full. Make room on it: the next sync brings what is missing.';
const UNFORESEEN = 'Something went wrong inside the service. Its log has the cause.';

/** What a failed step means for its job. */
export interface FailureVerdict {
  /** What the step says. */
  outcome: { detail?: string; error?: string };
  /** What ends the job, or puts it back; null when the other steps go on. */
  end: Error | null;
  /** Nobody has thought of this error: the log should have it. */
  isUnforeseen: boolean;
}

/**
 * Judges why a step of a sync broke off.
 *
 * @param isEssential whether the job fails with the step
 */
export function judgeFailure(error: unknown, isEssential: boolean, now: Date): FailureVerdict {
  if (isForTheRunner(error)) return { outcome: {}, end: error, isUnforeseen: false };
  if (error instanceof PlatformRateLimited) {
    const until = new Date(now.getTime() + error.retryAfterSeconds * 1000);
    const detail = `waits until ${until.toISOString()}: the platform takes no more calls of this app before that`;
    return { outcome: { detail }, end: new JobPostponed(until), isUnforeseen: false };
  }
  if (error instanceof NotLinked) return { outcome: {}, end: new JobFailed(RECONNECT), isUnforeseen: false };
  if (error instanceof EndpointClosed) return { outcome: { detail: NOT_AVAILABLE }, end: null, isUnforeseen: false };
  // The other steps would find no room either.
  if (isDiskFull(error))
    return { outcome: { error: NO_ROOM_FOR_SYNC }, end: new JobFailed(NO_ROOM_FOR_SYNC), isUnforeseen: false };
  const isUnforeseen = !(error instanceof AppError);
  const message = isUnforeseen ? UNFORESEEN : error.message;
  return { outcome: { error: message }, end: isEssential ? new JobFailed(message) : null, isUnforeseen };
}

/** Job cancelled, service stopping, database or Redis away: what becomes of the job then is the runner's affair. */
function isForTheRunner(error: unknown): error is Error {
  return error instanceof JobInterrupted || isDatabaseUnavailable(error) || isRedisUnavailable(error);
}
