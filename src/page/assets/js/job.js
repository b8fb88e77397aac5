/** Background jobs, watched from here to their end. */
import { ApiError, get, post } from './api.js';

const INTERVAL_MS = 1000;
/** Where the service does not say when to try again. */
const PASSING_PAUSE_SECONDS = 3;

/**
 * How many jobs are watched: where streams of events do not get through, all together ask no more than once an interval,
 * to stay within the rate limit.
 */
let watched = 0;

export const hasEnded = (job) => job.status === 'completed' || job.status === 'failed';
export const wasCancelled = (job) => job.status === 'failed' && job.error_message === 'cancelled';

/**
 * Watches a job until it has ended: asks for it, listens while the service tells more, and asks again.
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
        if (await listen(id, onProgress, signal)) continue;
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

/**
 * Hears of each new state of a job until the service tells no more.
 * @returns whether that is because the job has ended
 */
function listen(id, onProgress, signal) {
  return new Promise((resolve) => {
    const events = new EventSource(`/api/v1/sync-jobs/${id}/events`);
    const stop = (hasJobEnded) => {
      events.close();
      resolve(hasJobEnded);
    };
    events.addEventListener('message', ({ data }) => onProgress(JSON.parse(data)));
    events.addEventListener('end', () => stop(true));
    events.addEventListener('error', () => stop(false));
    signal?.addEventListener('abort', () => stop(false), { once: true });
  });
}

/** The newest job of a type when it has not ended yet, otherwise undefined. */
export async function unfinishedJob(type) {
  const { items } = await get('/api/v1/sync-jobs', { job_type: type, limit: 1 });
  return items.find((job) => !hasEnded(job));
}

export function cancelJob(id) {
  return post(`/api/v1/sync-jobs/${id}/cancel`);
}
