/** Background jobs, watched from here to their end. */
import { ApiError, get, post } from './api.js';

const INTERVAL_MS = 1000;
/** Where the service does not say when to try again. */
const PASSING_PAUSE_SECONDS = 3;

/** How many jobs are watched: together they ask no more than once an interval, to stay within the rate limit. */
let watched = 0;

export const hasEnded = (job) => job.status === 'completed' || job.status === 'failed';
export const wasCancelled = (job) => job.status === 'failed' && job.error_message === 'cancelled';

/**
 * Asks about a job until it has ended.
 * @param onProgress gets every state of the job
 * @param onTrouble gets a sentence while the service does not answer, and '' when it does again
 * @returns the job as it ended, or undefined when `signal` stopped the watching
 */
export async function watchJob(id, { onProgress = () => {}, onTrouble = () => {}, signal } = {}) {
  watched += 1;
  try {
    while (!signal?.aborted) {
      let pause = INTERVAL_MS * watched;
      try {
        const job = await get(`/api/v1/sync-jobs/${id}`);
        if (signal?.aborted) break;
        onTrouble('');
        onProgress(job);
        if (hasEnded(job)) return job;
      } catch (error) {
        if (!(error instanceof ApiError && error.passing)) throw error;
        onTrouble(`${error.message} Trying again by itself; the job goes on meanwhile.`);
        pause = (error.retryAfterSeconds ?? PASSING_PAUSE_SECONDS) * 1000;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return undefined;
  } finally {
    watched -= 1;
  }
}

/** The newest job of a type when it has not ended yet, otherwise undefined. */
export async function unfinishedJob(type) {
  const { items } = await get('/api/v1/sync-jobs', { job_type: type, limit: 1 });
  return items.find((job) => !hasEnded(job));
}

export function cancelJob(id) {
  return post(`/api/v1/sync-jobs/${id}/cancel`);
}
