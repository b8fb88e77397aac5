import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../src/common/durations';
import { heardBy, linesOf, playLine } from './heard-plays';
import { generateHistory, jsonArrayText } from './export-generator';
import { Random } from './export-generator/random';
import { runOracle } from './oracle';
import type { SandboxPlatform } from './sandbox-platform';
import { link, type LinkedListener } from './sync-jobs';
import type { ApiCaller } from './test-app';

const RECORDS = 2_500;
/** The exports of a listener lie so far apart that no two of them tell of the same time. */
const FILE_SPACING_MS = 60 * DAY_MS;
const FILE_YEARS = 0.1;
const LONGEST_PAUSE_MS = 400;
const READS = [
  '/api/v1/history?limit=20',
  '/api/v1/history?artist=*a*&limit=5',
  '/api/v1/analytics/overview',
  '/api/v1/analytics/trend?period=year',
  '/api/v1/analytics/rollup-status',
  '/api/v1/tracks/top',
  '/api/v1/genres/distribution',
  '/api/v1/sync-jobs',
  '/api/v1/sync-jobs/stats',
  '/api/v1/playlists',
  '/api/v1/player/current',
];

interface ExportFile {
  body: Blob;
  lines: string[];
}

/**
 * A listener of the sandbox who asks for everything that a user can ask for, in an order that a seed decides: syncs,
 * imports, some of the same file twice, cancels, roll-up builds and reads.
 */
export class BusyListener {
  /** Answers that nobody should get. */
  readonly surprises: string[] = [];
  /** How often something was done. */
  readonly done = { reads: 0, syncs: 0, imports: 0, builds: 0, cancels: 0 };
  private readonly files: ExportFile[] = [];
  /** Which file each import job has. */
  private readonly fileOf = new Map<string, ExportFile>();

  private constructor(
    readonly name: string,
    readonly linked: LinkedListener,
    private readonly api: ApiCaller,
    private readonly random: Random,
    private readonly now: Date,
    private readonly seed: number,
  ) {}

  static async link(platform: SandboxPlatform, api: ApiCaller, name: string, seed: number): Promise<BusyListener> {
    const linked = await link(platform, api, name);
    return new BusyListener(name, linked, api, new Random(seed), new Date(), seed);
  }

  /** Does one thing after the other until it is told to stop. */
  async beBusy(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await this.doSomething();
      await sleep(this.random.between(0, LONGEST_PAUSE_MS));
    }
  }

  /** Asks for a sync until one has begun, and waits for its end. */
  async syncNow(): Promise<void> {
    for (;;) {
      const { body } = await this.post('/api/v1/sync-jobs/trigger');
      if (body.status === 'started') {
        await this.linked.jobUntil(String(body.job_id));
        return;
      }
      await sleep(LONGEST_PAUSE_MS);
    }
  }

  /**
   * Lines of the plays that must be stored once everything has ended, and of those that may be.
   *
   * @param heardUntil end of the plays that the last sync must have brought, Unix milliseconds
   * @param mayBeUntil end of those that it may have brought: the platform's clock goes on
   */
  async plays(
    oldest: number,
    heardUntil: number,
    mayBeUntil: number,
  ): Promise<{ expected: string[]; allowed: string[] }> {
    const expected = new Set(linesOf(heardBy(this.name, oldest, heardUntil + 1)));
    const allowed = new Set<string>(linesOf(heardBy(this.name, heardUntil + 1, mayBeUntil + 1)));
    for (const { id, status } of await this.importJobs()) {
      const lines = this.fileOf.get(id)?.lines ?? this.files.flatMap((file) => file.lines);
      // Of a job whose answer was lost nobody knows the file: it was sent again, and then got an answer.
      for (const line of lines) (status === 'completed' && this.fileOf.has(id) ? expected : allowed).add(line);
    }
    return { expected: [...expected], allowed: [...allowed] };
  }

  private async doSomething(): Promise<void> {
    const chance = this.random.next();
    if (chance < 0.6) await this.read();
    else if (chance < 0.75) await this.begin('syncs', '/api/v1/sync-jobs/trigger');
    else if (chance < 0.85) await this.upload();
    else if (chance < 0.92) await this.begin('builds', '/api/v1/analytics/rollup-build');
    else await this.cancel();
  }

  private async read(): Promise<void> {
    await this.ask(this.random.pick(READS), 'GET');
    this.done.reads++;
  }

  private async begin(what: 'syncs' | 'builds', path: string): Promise<void> {
    const { body } = await this.post(path);
    if (body.status === 'started') this.done[what]++;
  }

  private async upload(): Promise<void> {
    const isRepeat = this.files.length > 0 && this.random.chance(0.2);
    const file = isRepeat ? this.random.pick(this.files) : this.nextFile();
    const form = new FormData();
    form.append('file', file.body, 'Streaming_History_Audio.json');
    const { body } = await this.post('/api/v1/history/import', form);
    this.fileOf.set(String(body.job_id), file);
    this.done.imports++;
  }

  private nextFile(): ExportFile {
    const number = this.files.length + 1;
    const endDate = new Date(this.now.getTime() - number * FILE_SPACING_MS);
    const options = { records: RECORDS, years: FILE_YEARS, endDate, artists: 100 };
    const records = [...generateHistory({ ...options, seed: this.seed + number })];
    const { rows } = runOracle([{ file: String(number), format: 'extended', records }], this.now);
    const file = {
      body: new Blob([...jsonArrayText(records)]),
      lines: rows.map(({ trackId, playedAt }) => playLine(trackId, playedAt)),
    };
    this.files.push(file);
    return file;
  }

  private async cancel(): Promise<void> {
    const [job] = (await this.linked.jobs()).filter(({ status }) => status === 'pending' || status === 'running');
    if (job === undefined) return;
    await this.post(`/api/v1/sync-jobs/${job.id}/cancel`);
    this.done.cancels++;
  }

  private async importJobs(): Promise<{ id: string; status: string }[]> {
    const jobs: { id: string; status: string }[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/api/v1/sync-jobs?job_type=import&limit=100&page=${page}`;
      const list = await this.linked.get<{ items: typeof jobs; pages: number }>(path);
      jobs.push(...list.items);
      ({ pages } = list);
    }
    return jobs;
  }

  private post(path: string, body?: FormData): Promise<{ body: Record<string, unknown> }> {
    return this.ask(path, 'POST', body);
  }

  private async ask(path: string, method: string, body?: FormData): Promise<{ body: Record<string, unknown> }> {
    const answer = await this.api.call(path, { method, headers: this.linked.headers, ...(body && { body }) });
    if (answer.status !== 200)
      this.surprises.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }
}
