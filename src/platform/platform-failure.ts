import { foreignText } from '../common/foreign-text';
import {
  NoActiveDevice,
  PlatformAppRefused,
  PlatformError,
  PlatformGrantRefused,
  PlatformNotFound,
  PlatformRateLimited,
  PlatformRefused,
  PlatformRequestRefused,
  PlatformUnavailable,
} from './platform.errors';
import type { PlatformAnswer } from './platform-http';

/** The platform's limit is a rolling window of 30 s, so that is long enough when it does not say how long. */
const DEFAULT_RETRY_AFTER_SECONDS = 30;

export function isSuccess({ status }: PlatformAnswer): boolean {
  return status >= 200 && status < 300;
}

/** What an answer that is not a success means. Bodies are `{error: {status, message, reason?}}` in the Web API. */
export function failureOf(answer: PlatformAnswer): PlatformError {
  const { status } = answer;
  if (status === 429) return new PlatformRateLimited(retryAfterSecondsOf(answer));
  if (status === 400) return new PlatformRequestRefused(reasonOf(answer.body));
  if (status === 403) return new PlatformRefused(reasonOf(answer.body));
  if (status === 404) {
    const reason = reasonOf(answer.body);
    return reason === 'NO_ACTIVE_DEVICE' ? new NoActiveDevice() : new PlatformNotFound(reason);
  }
  return new PlatformUnavailable(`answered with status ${status}`);
}

/** The same for the accounts service, whose bodies are `{error, error_description?}` (RFC 6749, section 5.2). */
export function accountsFailureOf(answer: PlatformAnswer): PlatformError {
  const code = errorOf(answer.body);
  if (code === 'invalid_grant') return new PlatformGrantRefused();
  if (code === 'invalid_client' || code === 'unauthorized_client') return new PlatformAppRefused();
  if (answer.status === 429) return failureOf(answer);
  const named = typeof code === 'string' && OAUTH_ERROR.test(code) ? ` (${code})` : '';
  return new PlatformUnavailable(`answered with status ${answer.status}${named}`);
}

/** A code such as `invalid_request`. */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;

/** How long a 429 asks to wait, at least 1 s. */
export function retryAfterSecondsOf({ retryAfter }: PlatformAnswer): number {
  return /^\d{1,9}$/.test(retryAfter) ? Math.max(1, Number(retryAfter)) : DEFAULT_RETRY_AFTER_SECONDS;
}

/** A sentence, as the Web API sends it in place of JSON to people whom its app does not know; and not a page. */
const SENTENCE = /^[^<>{}]{1,200}$/;

/** What the body of a failed answer, of either service, says went wrong, for a user; "" when it says nothing. */
export function problemIn(body: unknown): string {
  return foreignText(wordsOf(body));
}

function wordsOf(body: unknown): string {
  if (typeof body === 'string') return SENTENCE.test(body.trim()) ? body.trim() : '';
  const error = errorOf(body);
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null) {
    // Player commands are refused with the reason UNKNOWN and a message that says more.
    if ('reason' in error && typeof error.reason === 'string' && error.reason !== 'UNKNOWN') return error.reason;
    if ('message' in error && typeof error.message === 'string') return error.message;
  }
  return '';
}

function reasonOf(body: unknown): string {
  return problemIn(body) || 'it gives no reason';
}

function errorOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
}
