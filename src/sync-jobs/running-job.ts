import type { Model } from 'mongoose';
import { JobInterrupted } from './job-errors';
import { isOpen, type JobStep, pendingStep, SyncJob } from './sync-job.schema';

const PROGRESS_INTERVAL_MS = 500;
/** A job that only waits, such as for the platform, writes no more often than this. */
const SIGN_OF_LIFE_MS = 2_000;

/**
 * A job while a worker works on it: the work reports here, and this writes it to the job record at most twice a second,
 * and every two seconds when there is nothing to report. That is also the worker's sign of life, and the moment at which
 * a cancel is noticed.
 *
 * @typeParam Payload what the job was created with
 * @typeParam Checkpoint what the work needs to go on after its worker died
 */
export class RunningJob<Payload = unknown, Checkpoint = unknown> {
  readonly id: string;
  readonly userId: string;
  /** Request that asked for the job, for the logs. */
  readonly requestId: string;
  /** Of work, as its handler names it. */
  readonly kind: string;
  readonly payload: Payload;
  /** Where a former worker stopped; null at the first start. */
  readonly checkpoint: Checkpoint | null;
  /** Aborted, with a {@link JobInterrupted} as reason, when the work must stop. */
  readonly signal: AbortSignal;
  /** The same but for a cancel: what a cancelled job has changed stays changed, and its figures are wanted still. */
  readonly signalUnlessCancelled: AbortSignal;

  private readonly interruption = new AbortController();
  private readonly otherInterruption = new AbortController();
  private readonly steps: JobStep[];
  private readonly timer: NodeJS.Timeout;
  private unwritten: Partial<SyncJob> = {};
  private itemsProcessed: number;
  private remarks = '';
  private isReported = true;
  private writtenAt = Date.now();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly record: SyncJob,
    private readonly jobs: Model<SyncJob>,
    private readonly onWriteError: (error: unknown) => void,
  ) {
    this.id = String(record._id);
    this.userId = record.user_id;
    this.requestId = record.request_id;
    this.kind = record.kind ?? record.lane;
    this.payload = record.payload as Payload;
    this.checkpoint = record.checkpoint as Checkpoint | null;
    this.steps = record.steps;
    this.itemsProcessed = record.items_processed;
    this.signal = this.interruption.signal;
    this.signalUnlessCancelled = this.otherInterruption.signal;
    this.timer = setInterval(() => {
      this.showProgress();
    }, PROGRESS_INTERVAL_MS);
  }

  /** Shows the steps that are to come. */
  planSteps(actions: readonly string[]): void {
    for (const action of actions) this.step(action);
  }

  /** Begins the step of this name, or goes on with it after a worker died. */
  beginStep(action: string): void {
    const step = this.step(action);
    Object.assign(step, { status: 'running', completed_at: null, error: '' });
    step.started_at ??= new Date();
  }

  /** Tells how far a step is, and in words what it found. */
  updateStep(action: string, progress: { items?: number; detail?: string }): void {
    Object.assign(this.step(action), progress);
  }

  endStep(action: string, outcome: { items?: number; detail?: string; error?: string } = {}): void {
    Object.assign(this.step(action), outcome, {
      status: outcome.error === undefined ? 'completed' : 'failed',
      completed_at: new Date(),
    });
  }

  setProgress(progress: { itemsProcessed?: number; itemsTotal?: number; report?: unknown }): void {
    this.isReported = false;
    if (progress.itemsProcessed !== undefined) {
      this.itemsProcessed = progress.itemsProcessed;
      this.unwritten.items_processed = progress.itemsProcessed;
    }
    if (progress.itemsTotal !== undefined) this.unwritten.items_total = progress.itemsTotal;
    if (progress.report !== undefined) this.unwritten.report = progress.report;
  }

  /** What its user is to know though the job completes, as a sentence; it stands where the message of a failure would. */
  remark(sentence: string): void {
    this.remarks = sentence;
  }

  /**
   * Makes a batch's progress durable, so that another worker would go on from here.
   *
   * @throws JobInterrupted when the job was cancelled or the service stops
   */
  async commit(checkpoint: Checkpoint): Promise<void> {
    this.unwritten.checkpoint = checkpoint;
    this.unwritten.deaths = 0;
    await this.flush();
    this.signal.throwIfAborted();
  }

  /** Asks the work to stop at its next batch. What ends a cancelled job may itself be interrupted. */
  interrupt(interrupted: JobInterrupted): void {
    this.interruption.abort(interrupted);
    if (interrupted.reason !== 'cancelled') this.otherInterruption.abort(interrupted);
  }

  /**
   * Ends the job and every step that the work has left open. The total was an estimate as long as the job ran: now it is
   * what was processed.
   */
  complete(): Promise<void> {
    for (const { action, status } of this.steps) {
      if (status === 'running') this.endStep(action);
      else if (status === 'pending') this.skipStep(action);
    }
    return this.close({
      status: 'completed',
      completed_at: new Date(),
      error_message: this.remarks,
      items_total: this.itemsProcessed,
    });
  }

  /** Ends the job and every step that has begun; `message` is for the user. */
  fail(message: string): Promise<void> {
    for (const step of this.steps) if (isOpen(step)) this.endStep(step.action, { error: message });
    return this.close({ status: 'failed', completed_at: new Date(), error_message: message });
  }

  /** Hands the job back, to be run again from its last commit; the step under way is to be gone on with. */
  putBack(): Promise<void> {
    return this.handBack({});
  }

  /** The same, not to be run before then. */
  postpone(until: Date): Promise<void> {
    return this.handBack({ not_before: until });
  }

  /** Ends a step that has nothing to do. */
  private skipStep(action: string): void {
    this.beginStep(action);
    this.endStep(action, { detail: 'nothing to do' });
  }

  /** Of a step to be reported on. */
  private step(action: string): JobStep {
    this.isReported = false;
    const known = this.steps.find((step) => step.action === action);
    if (known !== undefined) return known;
    const step = pendingStep(action);
    this.steps.push(step);
    return step;
  }

  private handBack(also: Partial<SyncJob>): Promise<void> {
    for (const step of this.steps) if (step.status === 'running') step.status = 'pending';
    return this.close({ status: 'pending', runs: this.record.runs + 1, ...also });
  }

  /** Writes what is left, with the job's new state, and ends the signs of life. */
  private close(state: Partial<SyncJob>): Promise<void> {
    clearInterval(this.timer);
    Object.assign(this.unwritten, state);
    return this.flush();
  }

  private showProgress(): void {
    if (this.isReported && Date.now() - this.writtenAt < SIGN_OF_LIFE_MS) return;
    this.flush().catch(this.onWriteError);
  }

  /** One write at a time, so that an older state never lands on a newer one. */
  private flush(): Promise<void> {
    this.writing = this.writing.catch(() => undefined).then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const taken = this.unwritten;
    const changes = { steps: this.steps, heartbeat_at: new Date(), ...taken };
    this.unwritten = {};
    this.isReported = true;
    this.writtenAt = Date.now();
    const stored = await this.jobs
      // A job that was taken from this worker, because it seemed dead, is not written any more.
      .findOneAndUpdate({ _id: this.record._id, status: 'running', runs: this.record.runs }, { $set: changes })
      .select('cancel_requested')
      .lean()
      .catch((error: unknown) => {
        // The next write takes it along.
        this.unwritten = { ...taken, ...this.unwritten };
        this.isReported = false;
        throw error;
      });
    if (stored === null) this.interrupt(new JobInterrupted('lost'));
    else if (stored.cancel_requested) this.interrupt(new JobInterrupted('cancelled'));
  }
}
