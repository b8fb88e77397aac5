const BASE_MS = 500;
const LONGEST_MS = 8_000;
export const MOST_TRIES = 3;

/** Statuses of trouble that comes now and then and passes. */
const PASSING = new Set([500, 502, 503, 504]);

/**
 * How long to wait before the next try: exponential back-off with full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @param tries made so far, from 1
 * @param random from 0 up to 1
 * @returns milliseconds
 */
export function backOffMs(tries: number, random: number): number {
  return random * Math.min(LONGEST_MS, BASE_MS * 2 ** (tries - 1));
}

/**
 * Whether a call is worth another try. Only a GET may be sent twice without harm.
 *
 * @param status null when there was no answer
 */
export function isWorthRetrying(method: string, status: number | null, tries: number): boolean {
  return method === 'GET' && tries < MOST_TRIES && (status === null || PASSING.has(status));
}
