import { JobInterrupted } from '../sync-jobs/job-errors';

/** A job's signal for all reasons but a cancel: what a cancelled job has changed stays changed, so that its figures are wanted still. */
export function unlessCancelled(signal: AbortSignal): AbortSignal {
  const other = new AbortController();
  const pass = (): void => {
    const reason: unknown = signal.reason;
    if (!(reason instanceof JobInterrupted && reason.reason === 'cancelled')) other.abort(reason);
  };
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass, { once: true });
  return other.signal;
}
