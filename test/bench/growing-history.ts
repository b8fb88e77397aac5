import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from 'mongodb';
import { type AuthHeaders, type ImportJob, jobUntil, uploadFiles } from '../support/api-calls';
import { generateHistory, jsonArrayText } from '../support/export-generator';
import { ServiceProcess } from '../support/service-process';
import { callApi } from '../support/test-app';
import { describeCatalogue } from './described-catalogue';
import { PlayTally } from './play-tally';
import { progress } from './progress';
import { type BenchOptions, type BenchRow, count } from './report';
import { DAY_MS } from '../../src/common/durations';

const DAYS_A_YEAR = 365.25;
/** Somebody with a million plays in ten years; a shorter history is that of the same listener, begun later. */
const PLAYS_A_DAY = 1_000_000 / (10 * DAYS_A_YEAR);
/** The generator makes no shorter history. */
const FEWEST_DAYS = 8;
/** A page of the job list is full from the beginning. */
const JOBS = 20;
const LISTENER = 'bench';
const BEGINNER = 'beginner';

/**
 * A running service with one listener, whose history grows into the past by one export after the other, and another, who
 * has the first of these exports alone: what an answer costs them tells how fast the machine is at the time.
 */
export class GrowingHistory {
  readonly tally = new PlayTally();
  /** What is stored. */
  plays = 0;
  private oldest = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);

  private constructor(
    readonly service: ServiceProcess,
    readonly headers: AuthHeaders,
    readonly beginner: AuthHeaders,
    private readonly folder: string,
  ) {}

  static async start({ entry }: BenchOptions, folder: string): Promise<GrowingHistory> {
    const service = await ServiceProcess.start(join(folder, 'data'), { from: { main: entry } });
    const [headers, beginner] = [await service.signIn(LISTENER), await service.signIn(BEGINNER)];
    const history = new GrowingHistory(service, headers, beginner, folder);
    for (const user of [headers, beginner]) {
      for (let job = 0; job < JOBS; job += 1) await history.rebuild(user);
    }
    return history;
  }

  /** Imports what is missing to so many plays. @returns how fast */
  async growTo(plays: number): Promise<BenchRow[]> {
    const records = plays - this.plays;
    const file = join(this.folder, 'export.json');
    progress(`history of ${count(plays)} plays: writing an export of ${count(records)}`);
    await this.writeExport(file, records);
    progress(`history of ${count(plays)} plays: importing it`);
    const start = performance.now();
    await this.import(file, records, this.headers);
    const seconds = (performance.now() - start) / 1000;
    const isFirst = this.plays === 0;
    if (isFirst) await this.import(file, records, this.beginner);
    rmSync(file);
    this.plays = plays;
    await this.withDatabase(describeCatalogue);
    await this.refresh();
    if (isFirst) await this.refresh(this.beginner);
    const what = `import of ${count(records)} records into a history of ${count(plays - records)}`;
    return [{ what, value: records / seconds, unit: 'records/s' }];
  }

  /** Computes all figures anew. */
  async refresh(user = this.headers): Promise<void> {
    await this.post('/api/v1/analytics/refresh', user);
  }

  /** Builds all roll-ups anew. @returns the job, once it is done */
  async rebuild(user = this.headers): Promise<ImportJob> {
    return this.ended(String((await this.post('/api/v1/analytics/rollup-build', user)).job_id), user);
  }

  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.service.withDatabase(work);
  }

  private async writeExport(file: string, records: number): Promise<void> {
    const days = Math.max(FEWEST_DAYS, Math.round(records / PLAYS_A_DAY));
    const options = { seed: 7, clean: true, records, years: days / DAYS_A_YEAR, endDate: this.oldest };
    const text = jsonArrayText(this.tally.counting(generateHistory(options)));
    await pipeline(Readable.from(text, { objectMode: false }), createWriteStream(file));
    this.oldest = new Date(this.oldest.getTime() - days * DAY_MS);
  }

  private async import(file: string, records: number, user: AuthHeaders): Promise<void> {
    const job = await this.ended(await uploadFiles(this.service.url, user, [file]), user);
    if (job.report?.stored !== records) throw new Error(`Not every play was stored: ${JSON.stringify(job)}`);
  }

  private async post(path: string, user: AuthHeaders): Promise<Record<string, unknown>> {
    const { status, body } = await callApi(this.service.url + path, { method: 'POST', headers: user });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  private async ended(jobId: string, user: AuthHeaders): Promise<ImportJob> {
    const job = await jobUntil(this.service.url, user, jobId);
    if (job.status !== 'completed') throw new Error(`A job did not end well: ${JSON.stringify(job)}`);
    return job;
  }
}

/** The id of the listener whose history grows. */
export function listenerIn(db: Db): Promise<string> {
  return idOf(db, LISTENER);
}

/** The id of the other, whose history stays as short as it is at first. */
export function beginnerIn(db: Db): Promise<string> {
  return idOf(db, BEGINNER);
}

async function idOf(db: Db, platform_id: string): Promise<string> {
  const user = await db.collection('users').findOne({ platform_id });
  if (user === null) throw new Error(`There is no user ${platform_id}`);
  return String(user._id);
}
