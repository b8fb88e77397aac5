import { type ImportJob, jobUntil } from './api-calls';
import { type HistoryPage, historyPage } from './history-page';
import type { ScriptedApp } from './scripted-app';
import type { PlatformScript } from './scripted-platform';
import { link, type LinkedListener } from './sync-jobs';
import type { Answer } from './test-app';
import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';

export interface Upload {
  name: string;
  content: Buffer | string;
}

/** What an upload has come to. */
export interface Loaded {
  response: Answer;
  /** Null if the upload was refused. */
  job: ImportJob | null;
  /** Plays that the history has gained. */
  gained: number;
  /** Jobs that have been added. */
  jobs: number;
}

/** What a read of the feed has come to. */
export interface Fed {
  job: SyncJobResponse;
  /** Plays that the history has gained. */
  gained: number;
}

/** A listener who is linked to the scripted platform, and whose history is empty at first. */
export class ScriptedListener {
  private constructor(
    private readonly app: ScriptedApp,
    private readonly linked: LinkedListener,
    private readonly music: PlatformScript,
  ) {}

  /** @param music what the platform has beside this listener's feed */
  static async link(app: ScriptedApp, name: string, music: PlatformScript = {}): Promise<ScriptedListener> {
    const { platform, api } = app;
    platform.follow(music);
    return new ScriptedListener(app, await link(platform, api, name), music);
  }

  get headers(): LinkedListener['headers'] {
    return this.linked.headers;
  }

  get userId(): string {
    return this.linked.userId;
  }

  readonly get = <Body>(path: string): Promise<Body> => this.linked.get<Body>(path);

  /** Uploads files together, and waits for the end of the import. */
  async load(...uploads: readonly Upload[]): Promise<Loaded> {
    const form = new FormData();
    for (const { name, content } of uploads)
      form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const [before, jobsBefore] = [await this.total(), await this.jobs()];
    const { headers } = this;
    const { api } = this.app;
    const response = await api.call('/api/v1/history/import', { method: 'POST', headers, body: form });
    const job = response.status === 200 ? await jobUntil(api.url, headers, String(response.body.job_id)) : null;
    return { response, job, gained: (await this.total()) - before, jobs: (await this.jobs()) - jobsBefore };
  }

  /** Has the feed answer with these entries, and waits for the end of a sync. */
  async readFeed(items: readonly unknown[]): Promise<Fed> {
    const before = await this.total();
    this.app.platform.follow({ ...this.music, feed: items });
    const job = await this.linked.sync();
    return { job, gained: (await this.total()) - before };
  }

  history(filter?: Record<string, string>): Promise<HistoryPage> {
    return historyPage(this.get, filter);
  }

  /** The archive of everything that the service keeps of the listener. */
  async export(): Promise<Buffer> {
    const response = await fetch(`${this.app.api.url}/api/v1/users/me/export`, { headers: this.headers });
    if (response.status !== 200) throw new Error(`No export: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }

  private async total(): Promise<number> {
    return (await this.history()).total;
  }

  private async jobs(): Promise<number> {
    return (await this.get<{ total: number }>('/api/v1/sync-jobs')).total;
  }
}
