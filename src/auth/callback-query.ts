import { BadRequest } from '../common/errors/errors';
import { ConsentDenied } from './auth.errors';

/** What the platform sends back with the browser when a person has consented. */
export interface ConsentAnswer {
  code: string;
  state: string;
}

/** Error codes of RFC 6749, section 4.1.2.1, are of these characters. */
const ERROR_CODE = /^[\w.-]{1,64}$/;

/**
 * Reads the query of a callback.
 *
 * @throws ConsentDenied
 * @throws BadRequest when the platform reports another error, or when code or state are missing
 */
export function readCallback(query: Record<string, unknown>): ConsentAnswer {
  const code = textOf(query.code);
  const state = textOf(query.state);
  const error = textOf(query.error);
  if (error === 'access_denied') throw new ConsentDenied();
  if (error !== undefined)
    throw new BadRequest(
      `The platform ended the login with an error${ERROR_CODE.test(error) ? ` (${error})` : ''}. Start the login again.`,
    );
  if (code === undefined || state === undefined)
    throw new BadRequest('The callback must carry code and state. Start the login again.');
  return { code, state };
}

/** A parameter that is empty or repeated counts as missing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
