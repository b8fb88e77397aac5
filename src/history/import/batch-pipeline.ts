import type { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import type { Outcome } from '../matching/reported-play';
import type { PlaySource } from '../play.schema';
import type { WritingSession } from '../writing/writing-session';
import { withFiles } from './import-failures';
import type { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import type { ReadBatch } from './reading/reading-messages';
import type { RecordLog } from './record-log';
import { takeAccount } from './take-account';

/** The import whose files go through. */
export interface PipelinedImport {
  job: ImportJob;
  progress: ImportProgress;
  log: RecordLog;
}

/** Where a batch was read. */
export interface BatchOrigin {
  source: PlaySource;
  /** Records in the files before. */
  recordsBefore: number;
}

/**
 * Takes the batches of one file after the other, in order, through matching, storing, counting and committing: while two
 * are stored, the next is matched, and those before are counted and committed. Records of several uncommitted batches are
 * as safe as those of one: work done again knows its own rows.
 */
export class BatchPipeline {
  /** Everything so far, stored. */
  private stored: Promise<void> = Promise.resolve();
  /** What has yet to be counted of what is stored, in order. */
  private uncounted: (() => void)[] = [];
  /** The last of it, counted and committed. */
  private committed: Promise<void> = Promise.resolve();
  /** Why a commit has failed, once one has. */
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly session: WritingSession,
    private readonly catalogue: CatalogueStubs,
    private readonly metrics: ImportMetrics,
    private readonly target: PipelinedImport,
  ) {}

  /** Shows that the next file is being read, if there is one. */
  beginFile(): void {
    const { job, progress } = this.target;
    const step = progress.steps[progress.filesDone];
    if (step !== undefined) job.beginStep(step);
  }

  /** Takes the next batch, and keeps the caller waiting while more than one before is not stored. */
  async add(batch: ReadBatch, { source, recordsBefore }: BatchOrigin): Promise<void> {
    const { job } = this.target;
    const read = batch.records.filter((record) => 'play' in record);
    const plays = read.map(({ play }) => play);
    const ordinals = read.map(({ record }) => recordsBefore + record);
    const matched = await this.session.match(source, plays, { jobId: job.id, ordinals });
    await this.session.roomForAnother();
    // What is on its way by now is counted all the same.
    if (this.failure !== null) throw this.failure.error;
    const storing = Promise.all([this.session.store(matched), this.catalogue.addStubs(plays)]);
    this.inOrder(storing, ([outcomes]) => {
      this.count(batch, outcomes);
    });
  }

  /** @param broken a sentence that says where the file broke off, if it did */
  endFile(broken: string | null): void {
    const { job, progress } = this.target;
    this.inOrder(null, () => {
      if (broken !== null) progress.breaks.push(broken);
      job.endStep(progress.current.file, broken === null ? {} : { error: broken });
      progress.endFile();
      this.beginFile();
    });
  }

  /** Resolves when everything taken is committed; throws what went wrong on the way. */
  async end(): Promise<void> {
    await this.stored;
    await this.committed;
    // A later commit does not make up for one that has failed.
    if (this.failure !== null) throw this.failure.error;
  }

  private count({ records, next }: ReadBatch, outcomes: readonly Outcome[]): void {
    const { job, progress, log } = this.target;
    const before = progress.report;
    takeAccount(records, outcomes, progress, log);
    this.metrics.count(before, progress.report);
    progress.next = next;
    job.updateStep(progress.current.file, { items: next.record, detail: inWords(progress) });
  }

  /** Counts and commits what follows from `work` when that and everything before is done. */
  private inOrder<T>(work: Promise<T> | T, count: (result: T) => void): void {
    this.stored = Promise.all([work, this.stored]).then(([result]) => {
      this.uncounted.push(() => {
        count(result);
      });
      // With others waiting to be counted, a commit that takes this one too is due already.
      if (this.uncounted.length === 1) this.commitSoon();
    });
    // Its failure is met by whoever waits for it.
    this.stored.catch(() => undefined);
  }

  /** One commit after the other; each takes what has been stored during the one before. */
  private commitSoon(): void {
    this.committed = this.commitAfter(this.committed);
    this.committed.catch((error: unknown) => {
      this.failure = { error };
    });
  }

  private async commitAfter(before: Promise<void>): Promise<void> {
    await Promise.allSettled([before]);
    for (const count of this.uncounted.splice(0)) count();
    await this.commit();
  }

  /** Makes durable how far the import is. */
  private async commit(): Promise<void> {
    const { job, progress, log } = this.target;
    const { report } = progress;
    const logBytes = await withFiles(() => log.flush());
    job.setProgress({ itemsProcessed: report.records, report });
    await job.commit(progress.checkpoint(logBytes));
  }
}

function inWords({ current }: ImportProgress): string {
  const { records, stored, merged } = current;
  return `${stored} stored, ${merged} merged, ${records - stored - merged} skipped`;
}
