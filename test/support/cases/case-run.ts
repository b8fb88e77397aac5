import { type ImportJob, jobUntil } from '../api-calls';
import { backlogDrained } from '../catalogue';
import { playsDeleted } from '../history-calls';
import type { PlatformScript, ScriptedPlatform } from '../scripted-platform';
import { link, type LinkedListener } from '../sync-jobs';
import type { TestApp } from '../test-app';
import {
  type Case,
  caseFile,
  type RightFeed,
  type RightLoad,
  type RightPlaylists,
  type RightRefusal,
  type Run,
  type Step,
} from './case';
import type { Observation } from './observation';
import { type Get, historyOf, observedEnd } from './observed-end';
import { observedJob } from './observed-job';
import { observedLoad } from './observed-load';
import { observedPlaylists } from './observed-playlists';

interface Upload {
  name: string;
  content: Buffer;
}

/** One run of a case, over HTTP, by a listener of its own. */
export class CaseRun {
  private listener: LinkedListener;
  private readonly get: Get = (path) => this.listener.get(path);
  private keptExport: Buffer = Buffer.alloc(0);
  private listeners = 0;

  constructor(
    private readonly api: TestApp,
    private readonly platform: ScriptedPlatform,
    private readonly caseName: string,
    private readonly case_: Case,
    private readonly run: Run,
  ) {}

  /** Takes every step of the run and looks at its end, whatever has come of the steps before. */
  async play(): Promise<Map<string, Observation>> {
    await this.linkListener();
    const observations = new Map<string, Observation>();
    for (const [index, step] of this.run.steps.entries()) {
      const number = String(index + 1).padStart(2, '0');
      observations.set(`step ${number}, ${JSON.stringify({ ...step, right: undefined })}`, await this.take(step));
    }
    observations.set('the end', await observedEnd(this.case_, this.run, this.get));
    return observations;
  }

  private async take(step: Step): Promise<Observation> {
    if ('load' in step) {
      const uploads = step.load.map((name) => ({ name, content: caseFile(this.caseName, name) }));
      return this.load(uploads, step.right);
    }
    if ('loadExport' in step)
      return this.load([{ name: 'playledger-export.zip', content: this.keptExport }], step.right);
    if ('feed' in step) return this.readFeed(step.feed, step.right);
    if ('delete' in step) return this.deletePlay(step.delete);
    if ('playlists' in step) return this.copyPlaylists(step.playlists);
    if ('keepExport' in step) this.keptExport = await this.export();
    else if ('newListener' in step) await this.linkListener();
    else await backlogDrained(this.api);
    return { right: {}, came: {} };
  }

  /** Goes on as a new listener, whose feed is empty. */
  private async linkListener(): Promise<void> {
    this.platform.follow(this.script());
    this.listeners += 1;
    this.listener = await link(
      this.platform,
      this.api,
      [this.caseName, this.run.label, this.listeners].join(' ').replaceAll(/[^\w-]/g, '-'),
    );
  }

  private script(feed?: readonly unknown[]): PlatformScript {
    return { ...(this.run.withPlatform ?? this.case_.platform), feed };
  }

  private async load(uploads: readonly Upload[], right: RightLoad | RightRefusal): Promise<Observation> {
    const form = new FormData();
    for (const { name, content } of uploads) form.append('file', new Blob([new Uint8Array(content)]), name);
    const [before, jobsBefore] = [await this.total(), await this.jobs()];
    const { headers } = this.listener;
    const response = await this.api.call('/api/v1/history/import', { method: 'POST', headers, body: form });
    const job = response.status === 200 ? await this.jobEnded(String(response.body.job_id)) : null;
    const gained = (await this.total()) - before;
    return observedLoad(right, { response, job, gained, jobs: (await this.jobs()) - jobsBefore });
  }

  private async readFeed(file: string, right: RightFeed): Promise<Observation> {
    const { items } = JSON.parse(atPresent(caseFile(this.caseName, file).toString())) as { items: unknown[] };
    const before = await this.total();
    this.platform.follow(this.script(items));
    const job = await this.listener.sync();
    const feedStep = job.steps.find(({ action }) => action === 'recently_played');
    const observed = observedJob(job);
    return {
      right: { ...observed.right, new: right.new, historyGained: right.new, reportsGap: right.gap === true },
      came: {
        ...observed.came,
        new: feedStep?.items,
        historyGained: (await this.total()) - before,
        // A gap is reported with the advice that fills it.
        reportsGap: feedStep?.detail.includes('export') === true,
      },
    };
  }

  private async deletePlay(place: number): Promise<Observation> {
    const { items, total } = await historyOf(this.get);
    const job = await playsDeleted(this.api, this.listener, `/${items[place]?.id ?? 'none'}`);
    const { right, came } = observedJob(job);
    return {
      right: { ...right, deleted: 1, historyGained: -1 },
      came: { ...came, deleted: job.items_total, historyGained: (await this.total()) - total },
    };
  }

  private async copyPlaylists(right: RightPlaylists): Promise<Observation> {
    this.platform.follow(this.script());
    const job = await this.listener.sync();
    const given = this.script().playlists ?? [];
    return observedPlaylists(right, { job, given, archive: await this.export(), get: this.get });
  }

  private async export(): Promise<Buffer> {
    const response = await fetch(`${this.api.url}/api/v1/users/me/export`, { headers: this.listener.headers });
    if (response.status !== 200) throw new Error(`No export: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }

  private jobEnded(id: string): Promise<ImportJob> {
    return jobUntil(this.api.url, this.listener.headers, id);
  }

  private async total(): Promise<number> {
    return (await historyOf(this.get)).total;
  }

  private async jobs(): Promise<number> {
    return (await this.get<{ total: number }>('/api/v1/sync-jobs')).total;
  }
}

/** With times such as NOW-20m, 20 minutes before now, as the platform writes them. */
function atPresent(text: string): string {
  const now = Date.now();
  return text.replace(/NOW([+-]\d+)m/g, (_, minutes: string) => new Date(now + Number(minutes) * 60_000).toISOString());
}
