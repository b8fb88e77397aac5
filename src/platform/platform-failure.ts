import {
  PlatformAppRefused,
  PlatformError,
  PlatformGrantRefused,
  PlatformNotFound,
  PlatformRateLimited,
  PlatformRefused,
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
  if (status === 429) return new PlatformRateLimited(retryAfterSeconds(answer.retryAfter));
  if (status === 403) return new PlatformRefused(reasonOf(answer.body));
  if (status === 404) return new PlatformNotFound(reasonOf(answer.body));
  return new PlatformUnavailable(`status ${status}`);
}

/** The same for the accounts service, whose bodies are `{error, error_description?}` (RFC 6749, section 5.2). */
export function accountsFailureOf(answer: PlatformAnswer): PlatformError {
  const code = errorOf(answer.body);
  if (code === 'invalid_grant') return new PlatformGrantRefused();
  if (code === 'invalid_client') return new PlatformAppRefused();
  if (answer.status === 429) return failureOf(answer);
  return new PlatformUnavailable(`status ${answer.status}${typeof code === 'string' ? `, ${code}` : ''}`);
}

function retryAfterSeconds(header: string): number {
  return /^\d{1,9}$/.test(header) ? Math.max(1, Number(header)) : DEFAULT_RETRY_AFTER_SECONDS;
}

function reasonOf(body: unknown): string {
  const error = errorOf(body);
  if (typeof error === 'object' && error !== null) {
    if ('reason' in error && typeof error.reason === 'string') return error.reason;
    if ('message' in error && typeof error.message === 'string') return error.message;
  }
  return 'it gives no reason';
}

function errorOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
}
