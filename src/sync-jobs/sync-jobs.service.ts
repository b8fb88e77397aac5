import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { isValidObjectId, Model } from 'mongoose';
import { NotAuthenticated, NotFound, ServiceUnavailable } from '../common/errors/errors';
import { isRedisUnavailable } from '../common/errors/unavailable';
import { pageCount, type PageRange, pageRange, totalBeside } from '../common/pagination';
import { currentContext } from '../common/request-context';
import { JobQueues } from '../queue/job-queues.service';
import { wakeUpOf } from './wake-up';
import { JobHandlers } from './job-handlers.service';
import { failing, type JobStatus, JobType, pendingStep, SyncJob, USUAL_KINDS } from './sync-job.schema';
import {
  SHOWN_OF_JOB,
  type ShownJob,
  SyncJobResponse,
  SyncJobsQuery,
  SyncJobsResponse,
  SyncJobStatsResponse,
  toSyncJobResponse,
} from './sync-jobs.dto';
import { isDuplicateKey } from '../database/duplicate-key';
import { count, type Page, readPage, readRows } from '../database/plain-reads';
import { UserDeletions } from '../database/user-data/user-deletions.service';

export interface NewJob {
  userId: string;
  jobType: JobType;
  payload?: unknown;
  itemsTotal?: number;
  /** Who works on it, where that is not the usual kind of its type. */
  kind?: string;
}

interface JobFilter {
  user_id: string;
  status?: JobStatus;
  job_type?: JobType;
}

const SHOWN_NEWEST_FIRST = { sort: { created_at: -1, _id: -1 }, projection: SHOWN_OF_JOB } as const;

/** How long jobs that are forgotten may still be counted: this happens once a day. */
const TOTAL_KEPT_MS = 10_000;
/** Lists of which it is remembered how long they are. */
const MOST_TOTALS = 1_000;

/** The record of every job: creating, listing and cancelling. Running them is JobRunner's. */
@Injectable()
export class SyncJobsService {
  private readonly logger = new Logger(SyncJobsService.name);
  /** By user and type how many jobs there were when one was the newest. */
  private readonly totals = new LRUCache<string, { newest: string; total: number }>({
    max: MOST_TOTALS,
    ttl: TOTAL_KEPT_MS,
  });

  constructor(
    @InjectModel(SyncJob.name) private readonly jobs: Model<SyncJob>,
    private readonly queues: JobQueues,
    private readonly deletions: UserDeletions,
    private readonly handlers: JobHandlers,
  ) {}

  /**
   * Records a pending job and wakes a worker for it. A job that is recorded runs: where Redis is away, JobReaper wakes it a
   * little later.
   *
   * @returns the job, or null when one of its lane is already pending or running (imports queue instead)
   * @throws NotAuthenticated when the user has left meanwhile
   */
  async start(job: NewJob): Promise<SyncJob | null> {
    const kind = job.kind ?? USUAL_KINDS[job.jobType];
    const payload = job.payload ?? {};
    let created: SyncJob;
    try {
      created = (
        await this.jobs.create({
          user_id: job.userId,
          job_type: job.jobType,
          kind,
          lane: this.handlers.laneOf(kind),
          payload,
          steps: this.handlers.stepsOf(kind, payload).map(pendingStep),
          items_total: job.itemsTotal ?? 0,
          request_id: currentContext()?.requestId ?? '',
        })
      ).toObject();
    } catch (error) {
      // Whether one is running is decided by the unique index alone: a check beforehand would race.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    // Looked at after the job is there: an erasure that begins now finds the job, and one that began before is found here.
    if (await this.deletions.has(job.userId)) {
      await this.jobs.deleteOne({ _id: created._id });
      throw new NotAuthenticated();
    }
    await this.wake(created);
    return created;
  }

  private async wake(job: SyncJob): Promise<void> {
    try {
      await this.queues.add(...wakeUpOf(job));
    } catch (error) {
      if (!(error instanceof ServiceUnavailable || isRedisUnavailable(error))) throw error;
      this.logger.warn(`Job ${String(job._id)} could not be woken yet: ${String(error)}`);
    }
  }

  async list(userId: string, query: SyncJobsQuery): Promise<SyncJobsResponse> {
    const filter: JobFilter = {
      user_id: userId,
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(query.job_type === undefined ? {} : { job_type: query.job_type }),
    };
    const { rows, total } = await this.page(filter, pageRange(query));
    return {
      items: rows.map(toSyncJobResponse),
      total,
      page: query.page,
      limit: query.limit,
      pages: pageCount(total, query.limit),
    };
  }

  /**
   * Whoever watches their jobs asks for the first page again and again. While the newest job is the same, there are as many:
   * they are not counted once more.
   */
  private async page(filter: JobFilter, range: PageRange): Promise<Page<ShownJob>> {
    if (range.skip > 0 || filter.status !== undefined) return readPage(this.jobs, filter, range, SHOWN_NEWEST_FIRST);
    const rows = await readRows<ShownJob>(this.jobs, filter, range, SHOWN_NEWEST_FIRST);
    if (rows.length < range.limit) return { rows, total: rows.length };
    const list = `${filter.user_id} ${filter.job_type ?? ''}`;
    const newest = String(rows[0]?._id);
    let known = this.totals.get(list);
    if (known?.newest !== newest) {
      // Afterwards: what comes in between is the newest then, so that this count does not stay.
      known = { newest, total: await count(this.jobs, filter) };
      this.totals.set(list, known);
    }
    return { rows, total: totalBeside(known.total, range, rows.length) };
  }

  /** Whether a job of this type is pending or running. */
  async isOpen(userId: string, jobType: JobType): Promise<boolean> {
    const open = { user_id: userId, job_type: jobType, status: { $in: ['pending', 'running'] as const } };
    return (await this.jobs.exists(open)) !== null;
  }

  async stats(userId: string): Promise<SyncJobStatsResponse> {
    const rows = await this.jobs.aggregate<{ _id: string; count: number; items: number; last: Date | null }>([
      { $match: { user_id: userId } },
      {
        $group: {
          _id: '$status',
          count: { $sum: 1 },
          items: { $sum: '$items_processed' },
          last: { $max: '$completed_at' },
        },
      },
    ]);
    const byStatus = new Map(rows.map((row) => [row._id, row]));
    const sum = (pick: (row: (typeof rows)[number]) => number): number =>
      rows.reduce((total, row) => total + pick(row), 0);
    return {
      total_jobs: sum((row) => row.count),
      completed: byStatus.get('completed')?.count ?? 0,
      failed: byStatus.get('failed')?.count ?? 0,
      running: byStatus.get('running')?.count ?? 0,
      total_items_synced: sum((row) => row.items),
      last_sync_at: byStatus.get('completed')?.last ?? null,
    };
  }

  /** @throws NotFound for an id that is not one of this user's jobs */
  async get(userId: string, id: string): Promise<SyncJobResponse> {
    const job = isValidObjectId(id)
      ? await this.jobs.findOne({ _id: id, user_id: userId }).select(SHOWN_OF_JOB).lean<ShownJob>()
      : null;
    if (job === null) throw new NotFound('There is no job with this id');
    return toSyncJobResponse(job);
  }

  /** Ends a pending job at once, a running one at its next batch; one that has ended stays as it is. */
  async cancel(userId: string, id: string): Promise<SyncJobResponse> {
    await this.get(userId, id);
    // In this order, since a worker may begin the job, or put it back, between the two: what it begins it ends at once.
    await this.jobs.updateOne(
      { _id: id, user_id: userId, status: { $in: ['pending', 'running'] } },
      { $set: { cancel_requested: true } },
    );
    await this.jobs.updateOne({ _id: id, user_id: userId, status: 'pending' }, ...failing('cancelled', new Date()));
    return this.get(userId, id);
  }
}
