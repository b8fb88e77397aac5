import { hasEnded, type ImportJob } from '../api-calls';
import type { Observation } from './observation';

type Ended = Pick<ImportJob, 'status' | 'error_message' | 'items_processed' | 'items_total'> & {
  steps: readonly { action: string; status: string }[];
};

/** How a job has ended. If it is completed, each of its steps has ended and all of its items are counted. */
export function observedJob(job: Ended, status: ImportJob['status'] = 'completed'): Observation {
  const { error_message, items_processed, items_total, steps } = job;
  const open = steps.filter((step) => !hasEnded(step)).map((step) => `${step.action} is ${step.status}`);
  return {
    right: { status, openSteps: [], ...(status === 'completed' && { items: items_total }) },
    came: {
      status: job.status === status ? status : `${job.status}: ${error_message}`,
      openSteps: open,
      ...(status === 'completed' && { items: items_processed }),
    },
  };
}
