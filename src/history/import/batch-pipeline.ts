import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import type { Outcome, TrackNames } from '../matching/reported-play';
import type { PlaySource } from '../play.schema';
import type { WritingSession } from '../writing/writing-session';
import { withFiles } from './import-failures';
import type { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import type { ImportedPlay } from './reading/imported-play';
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
 * From one commit to the next: it costs as much as some hundred plays, and what is new in the catalogue, which is stored
 * with it, costs less the more there is of it. Who watches sees twice a second how far the import is.
 */
const COMMIT_INTERVAL_MS = 400;
/** So many batches do not wait for that. */
const BATCHES_A_COMMIT = 8;
/** More of them than this are not kept in memory. */
const MOST_UNCOMMITTED = 2 * BATCHES_A_COMMIT;

/** What is stored, and has yet to be counted and committed. */
interface Uncommitted {
  /** Counts it. */
  count: () => void;
  /** What the catalogue may not know yet. */
  plays: readonly ImportedPlay[];
}

/**
 * Takes the batches of one file after the other, in order, through matching, storing, counting and committing: while some
 * are stored, the next is matched, and those before are counted and committed, several at a time. Records of uncommitted
 * batches are as safe as those of one: work done again knows its own rows.
 */
export class BatchPipeline {
  /** Everything so far, stored. */
  private stored: Promise<void> = Promise.resolve();
  /** What of it is not committed, in order. */
  private readonly uncommitted: Uncommitted[] = [];
  private isCommitting = false;
  /** The commit that is under way, or was last. */
  private committing: Promise<void> = Promise.resolve();
  /** All commits so far, made or failed. */
  private committed: Promise<void> = Promise.resolve();
  private commitBegan = 0;
  private isEnding = false;
  /** Lets the next commit begin at once. */
  private endPause = (): void => undefined;
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

  /** Tells what is played in batches to come. */
  nameAhead(tracks: readonly TrackNames[]): void {
    this.session.nameAhead(tracks);
  }

  /** Takes the next batch, and keeps the caller waiting while too many before are not stored, or not committed. */
  async add(batch: ReadBatch, { source, recordsBefore }: BatchOrigin): Promise<void> {
    const { job } = this.target;
    const read = batch.records.filter((record) => 'play' in record);
    const plays = read.map(({ play }) => play);
    const ordinals = read.map(({ record }) => recordsBefore + record);
    const matched = await this.session.match(source, plays, { jobId: job.id, ordinals });
    await this.session.roomForAnother();
    while (this.uncommitted.length >= MOST_UNCOMMITTED && this.failure === null) {
      await Promise.allSettled([this.committing]);
    }
    // What is on its way by now is counted all the same.
    if (this.failure !== null) throw this.failure.error;
    this.inOrder(this.session.store(matched), plays, (outcomes) => {
      this.count(batch, outcomes);
    });
  }

  /** @param broken a sentence that says where the file broke off, if it did */
  endFile(broken: string | null): void {
    const { job, progress } = this.target;
    this.inOrder(null, [], () => {
      if (broken !== null) progress.breaks.push(broken);
      job.endStep(progress.current.file, broken === null ? {} : { error: broken });
      progress.endFile();
      this.beginFile();
    });
  }

  /** Resolves when everything taken is committed; throws what went wrong on the way. */
  async end(): Promise<void> {
    this.isEnding = true;
    this.endPause();
    try {
      await this.stored;
    } finally {
      await this.committed;
      // A commit that failed, as that of a cancelled job does, has left what came meanwhile.
      await this.commitAll();
    }
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
  private inOrder<T>(work: Promise<T> | T, plays: readonly ImportedPlay[], count: (result: T) => void): void {
    this.stored = Promise.all([work, this.stored]).then(([result]) => {
      this.uncommitted.push({
        plays,
        count: () => {
          count(result);
        },
      });
      this.commitSoon();
    });
    // Its failure is met by whoever waits for it.
    this.stored.catch(() => undefined);
  }

  private commitSoon(): void {
    if (this.isCommitDue()) this.endPause();
    if (!this.isCommitting) this.committed = this.commitAll();
  }

  /** One commit after the other; each takes what has been stored since the one before began. */
  private async commitAll(): Promise<void> {
    this.isCommitting = true;
    try {
      while (this.uncommitted.length > 0) {
        this.committing = this.commit();
        await this.committing;
      }
    } catch (error) {
      this.failure ??= { error };
    } finally {
      this.isCommitting = false;
    }
  }

  private async commit(): Promise<void> {
    await this.pause();
    this.commitBegan = performance.now();
    const taken = [...this.uncommitted];
    await this.catalogue.addStubs(taken.flatMap(({ plays }) => plays));
    for (const { count } of this.uncommitted.splice(0, taken.length)) count();
    await this.saveProgress();
  }

  private async pause(): Promise<void> {
    const rest = this.commitBegan + COMMIT_INTERVAL_MS - performance.now();
    if (rest <= 0 || this.isCommitDue()) return;
    const pause = new AbortController();
    this.endPause = () => {
      pause.abort();
    };
    await sleep(rest, undefined, { signal: pause.signal }).catch(() => undefined);
  }

  private isCommitDue(): boolean {
    return this.isEnding || this.uncommitted.length >= BATCHES_A_COMMIT;
  }

  /** Makes durable how far the import is. */
  private async saveProgress(): Promise<void> {
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
