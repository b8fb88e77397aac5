import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET, type Sandbox, startSandbox } from '../../../src/sandbox/sandbox';

export const CALLBACK = 'http://127.0.0.1:8000/api/v1/auth/callback';
export const SCOPES =
  'user-read-recently-played user-top-read user-read-playback-state user-modify-playback-state ' +
  'user-read-currently-playing playlist-read-private playlist-read-collaborative user-library-read ' +
  'user-follow-read user-read-email user-read-private';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Tokens {
  access_token: string;
  refresh_token?: string;
  scope: string;
  expires_in: number;
}

export interface ErrorBody {
  error: { status: number; message: string; reason?: string };
}

export interface Item {
  id: string;
  name: string;
  uri: string;
}

export interface Feed {
  items: { played_at: string; track: Item }[];
  next: string | null;
  cursors: { after: string; before: string } | null;
}

export interface Page<Content> {
  total: number;
  limit: number;
  offset: number;
  next: string | null;
  previous: string | null;
  items: Content[];
}

/** A sandbox platform for the tests of a file, with fair weather before each of them. */
export function useSandbox(): SandboxClient {
  const client = new SandboxClient();
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  afterEach(() => client.reset());
  return client;
}

/** The status, headers and JSON body of a response; null for an empty body. */
export async function read<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body };
}

/** A good authorization request, or a changed one. */
export function authorizeFields(changes: Record<string, string> = {}): URLSearchParams {
  const fields = {
    client_id: SANDBOX_CLIENT_ID,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: SCOPES,
    state: 's1',
  };
  return new URLSearchParams({ ...fields, ...changes });
}

/** Talks to a sandbox platform over HTTP as an app does. */
export class SandboxClient {
  private sandbox: Sandbox | null = null;

  async start(): Promise<void> {
    this.sandbox = await startSandbox({ port: 0 });
  }

  async stop(): Promise<void> {
    await this.sandbox?.close();
  }

  async reset(): Promise<void> {
    await fetch(`${this.url}/sandbox/faults`, { method: 'DELETE' });
  }

  get url(): string {
    if (!this.sandbox) throw new Error('The sandbox platform has not been started.');
    return this.sandbox.url;
  }

  /** Sends the consent form; where the person is sent then. */
  async decide(changes: Record<string, string>): Promise<URL> {
    const body = authorizeFields({ decision: 'approve', user: 'mira', ...changes });
    const response = await fetch(`${this.url}/authorize`, { method: 'POST', body, redirect: 'manual' });
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  }

  async token(form: Record<string, string>, secret = SANDBOX_CLIENT_SECRET): Promise<Answer<Tokens>> {
    const basic = Buffer.from(`${SANDBOX_CLIENT_ID}:${secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    return read(await fetch(`${this.url}/api/token`, { method: 'POST', headers, body: new URLSearchParams(form) }));
  }

  async logIn(user: string, scope = SCOPES): Promise<Required<Tokens>> {
    const code = (await this.decide({ user, scope })).searchParams.get('code') ?? '';
    const { status, body } = await this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
    expect(status).toBe(200);
    return { refresh_token: '', ...body };
  }

  /** Calls the Web API; the path comes without its `/v1`. */
  async api<Body>(access: string, path: string, method = 'GET', body?: unknown): Promise<Answer<Body>> {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const text = body === undefined ? null : JSON.stringify(body);
    return read(await fetch(`${this.url}/v1${path}`, { method, headers, body: text }));
  }

  /** Asks for faults. */
  async weather(faults: Record<string, unknown>): Promise<Answer<Record<string, unknown>>> {
    const headers = { 'content-type': 'application/json' };
    return read(await fetch(`${this.url}/sandbox/faults`, { method: 'POST', headers, body: JSON.stringify(faults) }));
  }
}
