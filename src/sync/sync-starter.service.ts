import { Injectable, Logger } from '@nestjs/common';
import { NotLinked } from '../platform/platform.errors';
import { PlatformTokensService } from '../platform/platform-tokens.service';
import { SyncJobsService } from '../sync-jobs/sync-jobs.service';
import type { AlreadyRunningResponse } from '../sync-jobs/sync-jobs.dto';
import { SyncSteps } from './steps/sync-steps.service';
import type { SyncPayload } from './sync-job.types';
import { SyncStates } from './sync-states.service';
import type { SyncStartedResponse } from './sync.dto';

const ASKED: SyncPayload = { scheduled: false };

/** Begins syncs. There is one at a time for each user; who asks for another gets none. */
@Injectable()
export class SyncStarter {
  private readonly logger = new Logger(SyncStarter.name);

  constructor(
    private readonly jobs: SyncJobsService,
    private readonly tokens: PlatformTokensService,
    private readonly steps: SyncSteps,
    private readonly states: SyncStates,
  ) {}

  /** @throws NotLinked */
  async trigger(userId: string): Promise<SyncStartedResponse | AlreadyRunningResponse> {
    if (!(await this.isLinked(userId))) throw new NotLinked();
    const job = await this.jobs.start({ userId, jobType: 'periodic', payload: ASKED });
    if (job === null) return { status: 'already_running' };
    return { status: 'started', job_id: String(job._id), message: 'Your platform account is being synced.' };
  }

  /** Begins the sync that follows a login. The login itself does not fail with it. */
  async startInitial(userId: string): Promise<void> {
    try {
      await this.jobs.start({ userId, jobType: 'initial', payload: ASKED });
    } catch (error) {
      this.logger.error(error, `The initial sync of user ${userId} could not be started; the schedule syncs them too`);
    }
  }

  /** Begins a sync for the schedule, with the steps that are due, unless the user has to log in first. */
  async startScheduled(userId: string): Promise<void> {
    if (!(await this.isLinked(userId))) return;
    const due = this.steps.dueAt(new Date(), await this.states.of(userId));
    const payload: SyncPayload = { scheduled: true, steps: due.map(({ action }) => action) };
    await this.jobs.start({ userId, jobType: 'periodic', payload });
  }

  private async isLinked(userId: string): Promise<boolean> {
    return (await this.tokens.stateOf(userId)).linked;
  }
}
