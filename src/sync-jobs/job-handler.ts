import { DiscoveryService } from '@nestjs/core';
import type { RunningJob } from './running-job';
import type { JobLane } from './sync-job.schema';

/** Which jobs a handler works on, and behind which others of the same user they wait. */
export interface HandledJobs {
  kind: string;
  lane: JobLane;
}

/**
 * Marks a provider as the {@link JobHandler} of a kind of job. To be listed among its module's providers is all that it
 * takes to be found, by those who start such jobs and by the workers.
 */
export const HandlesJobs = DiscoveryService.createDecorator<HandledJobs>();

export interface JobHandler<Payload = unknown, Checkpoint = unknown> {
  /** The steps of such a job in their order, which its record lists from the beginning. */
  stepsOf(payload: Payload): readonly string[];

  /**
   * The work itself. It reports to the job, may be called again for the same job after a worker died, and throws JobFailed
   * with a sentence for the user when it cannot be done.
   */
  run(job: RunningJob<Payload, Checkpoint>): Promise<void>;
}
