import { SANDBOX_APP } from '../../src/platform/platform-app';
import { startSandbox } from '../../src/sandbox/sandbox';
import type { FaultsBody } from '../../src/sandbox/faults/faults.body';
import type { LoggedRequest } from '../../src/sandbox/request-log';
import type { ApiCaller } from './test-app';

/** Where Redis holds until when the sandbox platform is not to be called. */
export const PAUSE_KEY = `platform:${SANDBOX_APP.clientId}:pause`;

/** The sandbox platform on a port of its own, and the person who sits before its consent page. */
export interface SandboxPlatform {
  url: string;
  /** Settings by which a test app talks to it. */
  env: Record<string, string>;
  /** Answers the consent page at an authorization address. @returns where the platform sends the browser then */
  consent(authorizationUrl: string, as?: string | null): Promise<string>;
  setWeather(faults: FaultsBody): Promise<void>;
  clearWeather(): Promise<void>;
  /** Requests that came in at `since` (Unix milliseconds) or later. */
  requestsSince(since: number): Promise<LoggedRequest[]>;
  close(): Promise<void>;
}

/** A platform whose consent page a listener can be taken through. */
export interface ConsentPlatform {
  /** Consents in the name of a listener. @returns where the platform sends the browser then */
  consent(authorizationUrl: string, as: string): Promise<string>;
}

/** @param redirectUris registered with it; any loopback callback unless given */
export async function startSandboxPlatform(redirectUris?: string[]): Promise<SandboxPlatform> {
  const sandbox = await startSandbox({ port: 0, ...SANDBOX_APP, redirectUris });
  const { url } = sandbox;
  const control = `${url}/sandbox/faults`;
  return {
    url,
    close: () => sandbox.close(),
    env: { SANDBOX_PORT: new URL(url).port },
    consent: (authorizationUrl, as = 'mira') => consentAt(url, authorizationUrl, as),
    setWeather: async (faults) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(control, { method: 'POST', headers, body: JSON.stringify(faults) });
      if (response.status !== 200) throw new Error(`No such weather: ${await response.text()}`);
    },
    clearWeather: async () => {
      await fetch(control, { method: 'DELETE' });
    },
    requestsSince: async (since) => {
      const response = await fetch(`${url}/sandbox/requests?since=${since}`);
      return ((await response.json()) as { requests: LoggedRequest[] }).requests;
    },
  };
}

/** Answers the consent page of the sandbox at an address. @returns where it sends the browser then */
export async function consentAt(url: string, authorizationUrl: string, as: string | null): Promise<string> {
  const form = new URL(authorizationUrl).searchParams;
  form.set('decision', as === null ? 'deny' : 'approve');
  form.set('user', as ?? 'mira');
  const response = await fetch(`${url}/authorize`, { method: 'POST', body: form, redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`No consent: ${response.status} ${await response.text()}`);
  return location;
}

/** The callback that the platform sends a browser to, at the test app's port instead of the registered one. */
export function callbackAt(api: ApiCaller, location: string): string {
  const { pathname, search } = new URL(location);
  return `${api.url}${pathname}${search}`;
}

/**
 * Logs a listener of a platform in, as a client that is no browser does.
 *
 * @param scopes granted, separated by blanks; all that are asked for unless given
 * @returns their session token
 */
export async function logInWith(
  platform: ConsentPlatform,
  api: ApiCaller,
  listener: string,
  scopes?: string,
): Promise<string> {
  const { body } = await api.call('/api/v1/auth/login');
  const authorization = new URL(String(body.url));
  if (scopes !== undefined) authorization.searchParams.set('scope', scopes);
  const location = await platform.consent(authorization.href, listener);
  const { headers, status } = await api.call(callbackAt(api, location).slice(api.url.length));
  const [, token] = /playledger_session=([^;]+)/.exec(headers.getSetCookie().join()) ?? [];
  if (token === undefined) throw new Error(`The login was not completed: ${status}`);
  return token;
}
