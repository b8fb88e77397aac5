import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The app by which the service is known there. */
const APP = { PLATFORM_CLIENT_ID: 'bench', PLATFORM_CLIENT_SECRET: 'bench-secret' };

/** The sandbox platform as a process of its own, so that its work and its memory are not the service's. */
export class SandboxProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param serviceMain the service's main.js, beside which the sandbox lies */
  static async start(serviceMain: string): Promise<SandboxProcess> {
    const child = spawn(process.execPath, [join(dirname(serviceMain), 'sandbox/main.js')], {
      env: { PATH: process.env.PATH, ...APP, SANDBOX_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(child.stdout)) {
      const [url] = /http:\/\/[\d.:]+\d/.exec(line) ?? [];
      if (url !== undefined) return new SandboxProcess(child, url);
    }
    throw new Error('The sandbox platform ended at its start');
  }

  /** Settings by which a service talks to it, as quickly as to its built-in one. */
  get env(): Record<string, string> {
    return { ...APP, PLATFORM_API_URL: this.url, PLATFORM_ACCOUNTS_URL: this.url, PLATFORM_RATE_LIMIT_MAX: '18000' };
  }

  /** Sets the time by which its listeners live. */
  async setClock(at: number): Promise<void> {
    const response = await fetch(`${this.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clock: { at: new Date(at).toISOString() } }),
    });
    if (!response.ok) throw new Error(`The clock was not set: ${await response.text()}`);
  }

  /** Logs a listener in at a service, as their browser would; the service begins their first sync. */
  async logIn(serviceUrl: string, listener: string): Promise<void> {
    const login = (await (await fetch(`${serviceUrl}/api/v1/auth/login`)).json()) as { url: string };
    const form = new URL(login.url).searchParams;
    form.set('decision', 'approve');
    form.set('user', listener);
    const consent = await fetch(`${this.url}/authorize`, { method: 'POST', body: form, redirect: 'manual' });
    const done = await fetch(consent.headers.get('location') ?? '', { redirect: 'manual' });
    if (done.status !== 302) throw new Error(`The login failed: ${done.status} ${await done.text()}`);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }
}
