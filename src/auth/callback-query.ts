import { BadRequest } from '../common/errors/errors';
import { ConsentDenied } from './auth.errors';

/** What the platform sends back with the browser when a person has consented. */
export interface ConsentAnswer {
  code: string;
  state: string;
}

/** A callback that logs nobody in, and may still carry the state of a login, which ends with it. */
export interface RefusedConsent {
  refused: BadRequest;
  state: string | undefined;
}

/** Error codes of RFC 6749, section 4.1.2.1, are of these characters. */
const ERROR_CODE = /^[\w.-]{1,64}$/;

/** Reads the query of a callback. It is refused if the platform reports an error, or if code or state are missing. */
export function readCallback(query: Record<string, unknown>): ConsentAnswer | RefusedConsent {
  const code = textOf(query.code);
  const state = textOf(query.state);
  const error = textOf(query.error);
  if (error !== undefined) return { refused: refusalOf(error), state };
  if (code === undefined || state === undefined)
    return { refused: new BadRequest('The callback must carry code and state. Start the login again.'), state };
  return { code, state };
}

function refusalOf(error: string): BadRequest {
  if (error === 'access_denied') return new ConsentDenied();
  const code = ERROR_CODE.test(error) ? ` (${error})` : '';
  return new BadRequest(`The platform ended the login with an error${code}. Start the login again.`);
}

/** A parameter that is empty or repeated counts as missing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
