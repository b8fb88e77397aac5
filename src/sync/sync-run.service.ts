import { Injectable, Logger } from '@nestjs/common';
import { CatalogueWakeUps } from '../catalogue/fetching/catalogue-wake-ups.service';
import { JobPostponed } from '../sync-jobs/job-errors';
import { HandlesJobs, type JobHandler } from '../sync-jobs/job-handler';
import { UsersService } from '../users/users.service';
import { judgeFailure } from './step-failure';
import type { SyncStep } from './steps/sync-step';
import { SyncSteps } from './steps/sync-steps.service';
import type { SyncCheckpoint, SyncPayload, SyncRunJob } from './sync-job.types';

/** What was done before a longer wait than this is done anew after it. */
const LONGEST_KEPT_MS = 60_000;

/** The work of a sync job: its steps, one after the other. */
@HandlesJobs({ kind: 'sync', lane: 'sync' })
@Injectable()
export class SyncRun implements JobHandler<SyncPayload, SyncCheckpoint> {
  private readonly logger = new Logger(SyncRun.name);

  constructor(
    private readonly steps: SyncSteps,
    private readonly users: UsersService,
    private readonly catalogue: CatalogueWakeUps,
  ) {}

  stepsOf({ steps }: SyncPayload): readonly string[] {
    return steps ?? this.steps.all().map(({ action }) => action);
  }

  /** @throws JobFailed when an essential step fails or the account is not linked; JobPostponed, JobInterrupted */
  async run(job: SyncRunJob): Promise<void> {
    const done = { ...job.checkpoint?.done };
    const actions = this.stepsOf(job.payload);
    for (const step of this.steps.all().filter(({ action }) => actions.includes(action))) {
      if (done[step.action] !== undefined) continue;
      const items = await this.runStep(job, step);
      done[step.action] = items;
      const total = totalOf(done);
      job.setProgress({ itemsProcessed: total, itemsTotal: total });
      // A step that has brought nothing is done again as quickly as it is noted that it need not be.
      if (items > 0) await job.commit({ done });
      job.signal.throwIfAborted();
    }
    await this.users.setLastSynced(job.userId, new Date());
    // The artists and albums of what came in are known by their names alone until they are fetched.
    if (totalOf(done) > 0) await this.catalogue.wake();
  }

  /** @returns the items that the step has brought */
  private async runStep(job: SyncRunJob, step: SyncStep): Promise<number> {
    const { action } = step;
    job.beginStep(action);
    // A step that was put back has said that it waits.
    job.updateStep(action, { detail: '' });
    try {
      const outcome = await step.run({
        userId: job.userId,
        isScheduled: job.payload.scheduled,
        signal: job.signal,
        onProgress: (detail) => {
          job.updateStep(action, { detail });
        },
      });
      job.endStep(action, outcome);
      return outcome.items;
    } catch (error) {
      await this.meetFailure(job, step, error);
      return 0;
    }
  }

  private async meetFailure(job: SyncRunJob, step: SyncStep, error: unknown): Promise<void> {
    job.signal.throwIfAborted();
    const { outcome, end, isUnforeseen } = judgeFailure(error, step.isEssential, new Date());
    if (isUnforeseen) this.logger.error(error, `Step ${step.action} of job ${job.id} failed`);
    if (end === null) {
      job.endStep(step.action, outcome);
      return;
    }
    if (outcome.detail !== undefined) job.updateStep(step.action, { detail: outcome.detail });
    // After a long wait all steps begin anew: the recently-played feed cannot wait for the rest of an old round.
    if (end instanceof JobPostponed && end.until.getTime() - Date.now() > LONGEST_KEPT_MS)
      await job.commit({ done: {} });
    throw end;
  }
}

function totalOf(done: SyncCheckpoint['done']): number {
  return Object.values(done).reduce((sum, count) => sum + count, 0);
}
