import { Injectable, Logger } from '@nestjs/common';
import { withEarlyCollection } from '../../common/early-collection';
import { JobFailed } from '../../sync-jobs/job-errors';
import { HandlesJobs, type JobHandler } from '../../sync-jobs/job-handler';
import { HistoryChanges } from '../history-changes.service';
import { endOfJob } from './import-failures';
import { ImportFiles } from './import-files.service';
import { ImportFolders } from './import-folders.service';
import type { ImportCheckpoint, ImportJob, ImportPayload } from './import-job.types';
import { ANALYTICS_STEP, fileSteps, ImportProgress } from './import-progress';
import { describeMissed } from './reading/missed-entries';
import type { WholeHistory } from '../writing/writing-session';

/** What is there when the files have been dealt with. */
interface FilesEnd {
  /** What the job ends with, null if it ends well. */
  failure: Error | null;
  whole: WholeHistory | null;
}

/** The work of an import job: the files, then the figures. */
@HandlesJobs({ kind: 'import', lane: 'import' })
@Injectable()
export class ImportJobService implements JobHandler<ImportPayload, ImportCheckpoint> {
  private readonly logger = new Logger(ImportJobService.name);

  constructor(
    private readonly files: ImportFiles,
    private readonly changes: HistoryChanges,
    private readonly folders: ImportFolders,
  ) {}

  stepsOf({ files }: ImportPayload): readonly string[] {
    return [...fileSteps(files), ANALYTICS_STEP];
  }

  /**
   * However the job ends, what it has stored is in the figures then, and its uploaded files are gone.
   *
   * @throws JobFailed when a file breaks off or the disk fails, JobInterrupted when the job is to stop
   */
  run(job: ImportJob): Promise<void> {
    return withEarlyCollection(() => this.importAndCount(job));
  }

  private async importAndCount(job: ImportJob): Promise<void> {
    const progress = new ImportProgress(job.payload, job.checkpoint);
    const { failure, whole } = await this.importFiles(job, progress);
    await this.bringFiguresUpToDate(job, { failure, whole });
    await this.removeUploads(job.payload.upload_id);
    if (failure !== null) throw failure;
    const missed = describeMissed(job.payload.entries ?? []);
    if (progress.breaks.length > 0) throw new JobFailed([...progress.breaks, missed].join(' ').trimEnd());
    if (missed !== '') job.remark(missed);
  }

  private async importFiles(job: ImportJob, progress: ImportProgress): Promise<FilesEnd> {
    try {
      return { failure: null, whole: await this.files.importAll(job, progress) };
    } catch (error) {
      const end = endOfJob(error);
      if (end instanceof Error) return { failure: end, whole: null };
      throw error;
    }
  }

  private async bringFiguresUpToDate(job: ImportJob, { failure, whole }: FilesEnd): Promise<void> {
    job.beginStep(ANALYTICS_STEP);
    try {
      await this.changes.announce(job.userId, {
        signal: job.signalUnlessCancelled,
        onProgress: (detail) => {
          job.updateStep(ANALYTICS_STEP, { detail });
        },
        whole,
      });
    } catch (error) {
      if (failure === null || endOfJob(error) === null) throw error;
      // The job fails for another reason; the next change brings these days up to date as well.
      this.logger.error(error, `The figures could not be brought up to date after job ${job.id}`);
      job.endStep(ANALYTICS_STEP, { error: 'The statistics could not be brought up to date.' });
      return;
    }
    job.endStep(ANALYTICS_STEP);
  }

  private async removeUploads(uploadId: string): Promise<void> {
    try {
      await this.folders.removeUploads(uploadId);
    } catch (error) {
      this.logger.warn(`The uploaded files of import ${uploadId} could not be deleted: ${String(error)}`);
    }
  }
}
