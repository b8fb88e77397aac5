/** Calls to the API, and its refusals as sentences. */

const UNREACHABLE = 'Playledger does not answer. Check that it is still running and that you are connected.';
const SESSION_ENDED = 'Your session has ended. Sign in again to go on.';

/** A call that failed; the message is a sentence for the person in front of the page. */
export class ApiError extends Error {
  constructor(message, status, retryAfterSeconds) {
    super(message);
    this.name = 'ApiError';
    /** HTTP status; 0 when there was no answer at all. */
    this.status = status;
    /** When the service asked to be left alone for a while. */
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same call may well succeed a little later. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

/** What an answer other than 2xx means, from its status, body text and Retry-After header. */
export function refusal(status, text, retryAfter) {
  if (status === 0) return new ApiError(UNREACHABLE, 0);
  const seconds = retryAfter === null ? undefined : Number(retryAfter);
  if (status === 401) return new ApiError(SESSION_ENDED, 401);
  if (status === 429)
    return new ApiError(`Too many requests at once. Try again in ${seconds ?? 60} seconds.`, 429, seconds);
  return new ApiError(sentences(detailOf(text), status), status, seconds);
}

export function get(path, query = {}) {
  const parameters = new URLSearchParams(query).toString();
  return call(parameters === '' ? path : `${path}?${parameters}`);
}

export function post(path) {
  return call(path, { method: 'POST' });
}

export function patch(path, body) {
  return call(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: { accept: 'application/json', ...options.headers } });
  } catch {
    throw refusal(0);
  }
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text, response.headers.get('retry-after'));
  return JSON.parse(text);
}

/** The `detail` of an error answer; something between here and the service may have answered with anything else. */
function detailOf(text) {
  try {
    return JSON.parse(text).detail;
  } catch {
    return undefined;
  }
}

/** A detail is a sentence, or a list of what is wrong with which part of the request. */
function sentences(detail, status) {
  if (typeof detail === 'string' && detail !== '') return detail;
  if (Array.isArray(detail) && detail.length > 0) return detail.map(problem).join('\n');
  return `Something went wrong (HTTP status ${status}). Try again; if it stays, the log of the service says why.`;
}

function problem({ loc, msg }) {
  const whole = /[.!?]$/.test(msg);
  return whole ? msg : `${loc.slice(1).join(' ')}: ${msg}.`;
}
