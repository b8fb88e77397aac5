import type { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import type { MatchedBatch, WritingSession } from '../writing/writing-session';
import { withFiles } from './import-failures';
import type { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import type { ImportedPlay } from './reading/imported-play';
import type { ReadBatch } from './reading/reading-messages';
import type { RecordLog } from './record-log';
import { takeAccount } from './take-account';

/** The import that batches belong to. */
export interface PipelinedImport {
  job: ImportJob;
  progress: ImportProgress;
  log: RecordLog;
  /** Records in the files before this. */
  recordsBefore: number;
}

/**
 * Takes the batches of a file, in order, through matching, storing, counting and committing: while two are stored, the next
 * is matched, and those before are counted and committed. Records of several uncommitted batches are as safe as those of
 * one: work done again knows its own rows.
 */
export class BatchPipeline {
  /** The batches so far, stored and counted. */
  private counted: Promise<void> = Promise.resolve();
  /** The last of them, committed. */
  private committed: Promise<void> = Promise.resolve();

  constructor(
    private readonly session: WritingSession,
    private readonly catalogue: CatalogueStubs,
    private readonly metrics: ImportMetrics,
    private readonly target: PipelinedImport,
  ) {}

  /** Takes the next batch, and keeps the caller waiting while more than one before is not stored. */
  async add(batch: ReadBatch): Promise<void> {
    const { job, recordsBefore } = this.target;
    const read = batch.records.filter((record) => 'play' in record);
    const plays = read.map(({ play }) => play);
    const ordinals = read.map(({ record }) => recordsBefore + record);
    const matched = await this.session.match(plays, { jobId: job.id, ordinals });
    await this.session.roomForAnother();
    await this.committed;
    this.counted = this.store(batch, plays, matched, this.counted);
    // Its failure is met by whoever waits for it.
    this.counted.catch(() => undefined);
  }

  /** Resolves when everything taken is committed; throws what went wrong on the way. */
  async end(): Promise<void> {
    await this.counted;
    await this.committed;
  }

  private async store(
    { records, next }: ReadBatch,
    plays: readonly ImportedPlay[],
    matched: MatchedBatch,
    countedBefore: Promise<void>,
  ): Promise<void> {
    const { job, progress, log } = this.target;
    const [outcomes] = await Promise.all([this.session.store(matched), this.catalogue.addStubs(plays)]);
    // What lies behind a batch that was not counted is done again with it.
    await countedBefore;
    // A commit that has failed ends the import at its next batch; what is stored by then is counted all the same.
    await Promise.allSettled([this.committed]);
    const before = progress.report;
    takeAccount(records, outcomes, progress, log);
    this.metrics.count(before, progress.report);
    progress.next = next;
    job.updateStep(progress.current.file, { items: next.record, detail: inWords(progress) });
    this.committed = commit(job, progress, log);
    this.committed.catch(() => undefined);
  }
}

/** Makes durable how far an import is. */
export async function commit(job: ImportJob, progress: ImportProgress, log: RecordLog): Promise<void> {
  const { report } = progress;
  const logBytes = await withFiles(() => log.flush());
  job.setProgress({ itemsProcessed: report.records, report });
  await job.commit(progress.checkpoint(logBytes));
}

function inWords({ current }: ImportProgress): string {
  const { records, stored, merged } = current;
  return `${stored} stored, ${merged} merged, ${records - stored - merged} skipped`;
}
