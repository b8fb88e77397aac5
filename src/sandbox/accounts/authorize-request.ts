import type { ClientApp } from '../client';
import { redirectProblem } from './redirect-address';
import { parseScopes, SCOPES } from './scopes';

/** What an app asks of a listener, checked. */
export interface AuthorizeRequest {
  redirectUri: string;
  state: string | null;
  scopes: string[];
  /** PKCE S256 challenge (RFC 7636), when the app sent one. */
  codeChallenge: string | null;
}

export type CheckedAuthorizeRequest =
  | { kind: 'valid'; request: AuthorizeRequest }
  /** Shown to the person as a page: the app or its address cannot be trusted. */
  | { kind: 'refused'; message: string }
  /** Told to the app at its own address. */
  | { kind: 'redirect'; location: string };

/** The parameters that make up a request; the consent page carries exactly these. */
export const REQUEST_FIELDS = [
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/** Checks the parameters of an authorization request (RFC 6749, section 4.1.1). */
export function checkAuthorizeRequest(fields: URLSearchParams, client: ClientApp): CheckedAuthorizeRequest {
  if (fields.get('client_id') !== client.id) {
    return { kind: 'refused', message: 'The client_id is not known to the sandbox platform.' };
  }
  const redirectUri = fields.get('redirect_uri') ?? '';
  const problem = redirectProblem(redirectUri, client);
  if (problem) return { kind: 'refused', message: problem };

  const state = fields.get('state');
  const toApp = (error: string, description: string): CheckedAuthorizeRequest => ({
    kind: 'redirect',
    location: redirectLocation(redirectUri, { error, error_description: description, state }),
  });
  if (fields.get('response_type') !== 'code') {
    return toApp('unsupported_response_type', 'response_type must be code');
  }
  const scopes = parseScopes(fields.get('scope') ?? '');
  if (scopes.some((scope) => !SCOPES.includes(scope))) return toApp('invalid_scope', 'Illegal scope');
  const codeChallenge = fields.get('code_challenge');
  if (codeChallenge && fields.get('code_challenge_method') !== 'S256') {
    return toApp('invalid_request', 'code_challenge_method must be S256');
  }
  return { kind: 'valid', request: { redirectUri, state, scopes, codeChallenge: codeChallenge || null } };
}

/** The app's address with the answer in its query; parameters that are null are left out. */
export function redirectLocation(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value);
  return url.toString();
}
