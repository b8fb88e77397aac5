import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What every log line, job and outbound call made for one request or job carries. */
export interface RequestContext {
  /** Correlation id: taken from `X-Request-ID` when sane, else made. */
  requestId: string;
  /** The job that runs, if this is not a request. */
  jobId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Accepts a caller's request id of up to 128 letters, digits and `_ . : -`; makes one otherwise. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}

/** Runs `work`, and all that it awaits, within a context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}
