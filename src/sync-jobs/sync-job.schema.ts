import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type mongo, Schema as MongooseSchema, Types, type UpdateQuery } from 'mongoose';

export const JOB_TYPES = ['periodic', 'rollup_build', 'import', 'initial'] as const;
export type JobType = (typeof JOB_TYPES)[number];

export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Jobs of one user and lane run one at a time. */
export type JobLane = 'sync' | 'rollup_build' | 'import';

/** The kind of the jobs of a type, where whoever starts one says nothing else. */
export const USUAL_KINDS: Record<JobType, string> = {
  periodic: 'sync',
  initial: 'sync',
  rollup_build: 'rollup_build',
  import: 'import',
};

export interface JobStep {
  action: string;
  status: JobStatus;
  /** What happened, for a person. */
  detail: string;
  items: number;
  started_at: Date | null;
  completed_at: Date | null;
  error: string;
}

/** A step that has not begun. */
export function pendingStep(action: string): JobStep {
  return { action, status: 'pending', detail: '', items: 0, started_at: null, completed_at: null, error: '' };
}

@Schema({ collection: 'sync_jobs', versionKey: false, minimize: false })
export class SyncJob {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, enum: JOB_TYPES, default: 'periodic' })
  job_type: JobType;

  @Prop({ type: String, enum: JOB_STATUSES, default: 'pending' })
  status: JobStatus;

  @Prop({ type: Date, default: null })
  started_at: Date | null;

  @Prop({ type: Date, default: null })
  completed_at: Date | null;

  @Prop({ type: Number, default: 0 })
  items_processed: number;

  @Prop({ type: Number, default: 0 })
  items_total: number;

  @Prop({ type: String, default: '' })
  error_message: string;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  steps: JobStep[];

  @Prop({ type: Date, default: () => new Date() })
  created_at: Date;

  /** That of its kind; the unique indexes below hold one job a lane. */
  @Prop({ type: String, required: true })
  lane: JobLane;

  /** Who works on it, see JobHandlers; null in records of former releases, where it was the lane's one kind. */
  @Prop({ type: String, default: null })
  kind: string | null;

  /** What the job needs to know to run, written once when it is created. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: {} })
  payload: unknown;

  /** Where the work stands: written with every committed batch, read when another worker takes the job up. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  checkpoint: unknown;

  /** What the job found, for the user; its shape is the job type's. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  report: unknown;

  /** Set by a cancel; the worker stops at its next batch. */
  @Prop({ type: Boolean, default: false })
  cancel_requested: boolean;

  /** When the worker last showed that it is alive. */
  @Prop({ type: Date, default: null })
  heartbeat_at: Date | null;

  /** A postponed job is not run before this instant. */
  @Prop({ type: Date, default: null })
  not_before: Date | null;

  /** How often the job was handed to a worker; part of the wake-up's id. */
  @Prop({ type: Number, default: 0 })
  runs: number;

  /** Workers that died on it in a row without a committed batch between. */
  @Prop({ type: Number, default: 0 })
  deaths: number;

  /** Request that asked for the job, for the logs. */
  @Prop({ type: String, default: '' })
  request_id: string;
}

/** Matches a job that has no reason to wait. */
export function mayRunAt(now: Date): { $or: { not_before: Date | null | { $lte: Date } }[] } {
  return { $or: [{ not_before: null }, { not_before: { $lte: now } }] };
}

/** The steps of a job that have begun and not ended: one is under way, or waits to be gone on with. */
const OPEN_STEPS: mongo.UpdateOptions = {
  arrayFilters: [{ 'open.status': { $in: ['running', 'pending'] }, 'open.started_at': { $ne: null } }],
};

/** Whether a step is one of these. */
export function isOpen({ status, started_at }: Pick<JobStep, 'status' | 'started_at'>): boolean {
  return (status === 'running' || status === 'pending') && started_at !== null;
}

/**
 * The update, and its options, that ends a job on which nobody works, and the step that was under way when somebody did.
 *
 * @param message for the user
 * @param also what else changes with it
 */
export function failing(
  message: string,
  now: Date,
  also: Partial<SyncJob> = {},
): [UpdateQuery<SyncJob>, mongo.UpdateOptions] {
  const job = { status: 'failed', completed_at: now, error_message: message };
  const step = {
    'steps.$[open].status': 'failed',
    'steps.$[open].completed_at': now,
    'steps.$[open].error': message,
  };
  return [{ $set: { ...job, ...step, ...also } }, OPEN_STEPS];
}

/** The update, and its options, that hands back a job whose worker is gone, with the step that it was at. */
export function puttingBack(also: Partial<SyncJob>): [UpdateQuery<SyncJob>, mongo.UpdateOptions] {
  return [{ $set: { status: 'pending', 'steps.$[open].status': 'pending', ...also } }, OPEN_STEPS];
}

/** Which of the pending jobs of a user and lane is the next to run: the oldest that has no reason to wait. */
export const firstInLine = {
  filter: ({ user_id, lane }: Pick<SyncJob, 'user_id' | 'lane'>, now: Date) => ({
    user_id,
    lane,
    status: 'pending' as const,
    ...mayRunAt(now),
  }),
  sort: { created_at: 1, _id: 1 } as const,
};

export const SyncJobSchema = SchemaFactory.createForClass(SyncJob);

SyncJobSchema.index({ user_id: 1, created_at: -1, _id: -1 });
SyncJobSchema.index({ user_id: 1, status: 1, created_at: -1, _id: -1 });
SyncJobSchema.index({ user_id: 1, job_type: 1, created_at: -1, _id: -1 });
SyncJobSchema.index({ status: 1, heartbeat_at: 1 });
SyncJobSchema.index({ status: 1, completed_at: 1 });
SyncJobSchema.index(
  { user_id: 1, lane: 1 },
  {
    name: 'one_pending_or_running_per_lane',
    unique: true,
    partialFilterExpression: {
      lane: { $in: ['sync', 'rollup_build'] },
      status: { $in: ['pending', 'running'] },
    },
  },
);
SyncJobSchema.index(
  { lane: 1, user_id: 1 },
  {
    name: 'one_running_import',
    unique: true,
    partialFilterExpression: { lane: 'import', status: 'running' },
  },
);
