import type { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import type { WrittenReports } from '../matching/matched-plays';
import type { TrackNames } from '../matching/reported-play';
import type { PlaySource } from '../play-source';
import type { WritingSession } from '../writing/writing-session';
import { withFiles } from './import-failures';
import type { ImportMetrics } from './import.metrics';
import type { ImportJob } from './import-job.types';
import type { ImportProgress } from './import-progress';
import { PacedCommits } from './paced-commits';
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
 * Takes the batches of one file after the other, in order, through matching, storing, counting and committing: while some
 * are stored, the next is matched, and those before are counted and committed, several at a time. Records of uncommitted
 * batches are as safe as those of one: work done again knows its own rows.
 */
export class BatchPipeline {
  /** Everything so far, stored. */
  private stored: Promise<void> = Promise.resolve();
  private readonly commits: PacedCommits;

  constructor(
    private readonly session: WritingSession,
    private readonly catalogue: CatalogueStubs,
    private readonly metrics: ImportMetrics,
    private readonly target: PipelinedImport,
  ) {
    this.commits = new PacedCommits({
      prepare: (plays) => this.catalogue.addStubs(plays),
      save: () => this.saveProgress(),
    });
  }

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
    await this.commits.room();
    this.inOrder(this.session.store(matched), plays, (written) => {
      this.count(batch, written);
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
    this.commits.hurry();
    try {
      await this.stored;
    } finally {
      await this.commits.settle();
    }
    this.commits.check();
  }

  private count({ records, next }: ReadBatch, { outcomes, joined }: WrittenReports): void {
    const { job, progress, log } = this.target;
    const before = progress.report;
    takeAccount(records, outcomes, progress, log);
    progress.countJoined(joined);
    this.metrics.count(before, progress.report);
    progress.next = next;
    job.updateStep(progress.current.file, { items: next.record, detail: inWords(progress) });
  }

  /** Counts and commits what follows from `work` when that and everything before is done. */
  private inOrder<T>(work: Promise<T> | T, plays: readonly ImportedPlay[], count: (result: T) => void): void {
    this.stored = Promise.all([work, this.stored]).then(([result]) => {
      this.commits.add({
        plays,
        count: () => {
          count(result);
        },
      });
    });
    // Its failure is met by whoever waits for it.
    this.stored.catch(() => undefined);
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
