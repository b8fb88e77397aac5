import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../common/start-error';
import type { ImportReport } from '../history/import/import-report';
import type { ImportResponse } from '../history/import/import.dto';
import type { SyncJobResponse } from '../sync-jobs/sync-jobs.dto';
import { formOf, type LocalFile } from './files';

/** An import job as the API shows it: dates are texts there. */
export interface ImportState extends Pick<
  SyncJobResponse,
  'id' | 'status' | 'items_processed' | 'items_total' | 'error_message' | 'steps'
> {
  report: TextDates<ImportReport> | null;
}

type TextDates<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: TextDates<T[Key]> } : T;

const RECONNECT_MS = 1_000;
const MOST_RECONNECTS = 30;

/** The part of the API that an import needs, called as one user. */
export class ImportClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Hands files over. @returns the id of their import job @throws StartError with the service's own sentence */
  async upload(files: readonly LocalFile[], signal: AbortSignal): Promise<string> {
    const boundary = randomUUID();
    const { job_id } = await this.call<ImportResponse>('/history/import', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Readable.toWeb(Readable.from(formOf(files, boundary))),
      duplex: 'half',
      signal,
    });
    return job_id;
  }

  /** Asks a job to stop at its next batch. */
  async cancel(id: string): Promise<void> {
    await this.call(`/sync-jobs/${id}/cancel`, { method: 'POST' });
  }

  /** Makes the session worthless. */
  async signOut(): Promise<void> {
    await this.call('/auth/logout', { method: 'POST' });
  }

  /**
   * The states of a job up to its last, over connections that break off.
   * @throws StartError when the service is away for long
   */
  async *states(id: string): AsyncGenerator<ImportState> {
    for (let attempt = 0; attempt < MOST_RECONNECTS; attempt += 1) {
      try {
        for await (const state of this.events(id)) {
          attempt = 0;
          yield state;
          if (state.status === 'completed' || state.status === 'failed') return;
        }
      } catch (error) {
        // The next attempt may find the service back; what it refuses, it refuses again.
        if (error instanceof StartError) throw error;
      }
      await sleep(RECONNECT_MS);
    }
    throw new StartError(`The service at ${this.url} answers no longer. The import goes on when it runs again.`);
  }

  private async *events(id: string): AsyncGenerator<ImportState> {
    const { body } = await this.request(`/sync-jobs/${id}/events`);
    if (body === null) return;
    for await (const line of createInterface({ input: Readable.fromWeb(body), crlfDelay: Infinity }))
      if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as ImportState;
  }

  private async call<Body>(path: string, init: RequestInit): Promise<Body> {
    return (await (await this.request(path, init)).json()) as Body;
  }

  /** @throws StartError for a refusal */
  private async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    const response = await fetch(`${this.url}/api/v1${path}`, { ...init, headers });
    if (response.ok) return response;
    throw new StartError(sentenceOf(response.status, await response.text(), this.url));
  }
}

/** What a refusal says. */
function sentenceOf(status: number, text: string, url: string): string {
  if (status === 401)
    return `The service at ${url} works on other data: run this with the settings (DATA_DIR, JWT_SECRET) that it runs with.`;
  try {
    const { detail } = JSON.parse(text) as { detail: string | { msg: string }[] };
    return typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('\n');
  } catch {
    return `The service at ${url} answered with status ${status}.`;
  }
}
