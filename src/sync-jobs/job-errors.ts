/** Ends a job as failed, with a message for its user. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/** Puts a job back, to be run again after a while, without holding its worker for so long. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';

  /** @param until when the job may run again */
  constructor(readonly until: Date) {
    super(`The job waits until ${until.toISOString()}`);
  }
}

/** Why a job stops before its end: its user cancelled it, the service stops, or another worker has taken it over. */
export type InterruptionReason = 'cancelled' | 'stopping' | 'lost';

export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';

  constructor(readonly reason: InterruptionReason) {
    super(`The job was interrupted: ${reason}`);
  }
}
