import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  defer,
  exhaustMap,
  filter,
  finalize,
  interval,
  map,
  type Observable,
  ReplaySubject,
  share,
  startWith,
  takeUntil,
  takeWhile,
} from 'rxjs';
import { ServiceUnavailable } from '../../common/errors/errors';
import { SyncJob } from '../sync-job.schema';
import { SHOWN_OF_JOB, type ShownJob, type SyncJobResponse, toSyncJobResponse } from '../sync-jobs.dto';
import { SyncJobsService } from '../sync-jobs.service';

/** A working job writes its progress as often as this. */
const LOOK_MS = 500;
/** A browser keeps no more than six connections to a host. */
const MOST_OF_A_USER = 20;
const MOST_OF_ALL = 1_000;

/** Who looks at which job. */
interface Watcher {
  userId: string;
  jobId: string;
}

/** Jobs by their id as one look found them; undefined for one that is gone. */
type Look = Map<string, SyncJobResponse | undefined>;

/**
 * Follows jobs for those who watch them. However many watch, a process asks the database once per interval for all of
 * their jobs together, and not at all while nobody watches. The record is what every worker writes, in whatever process
 * it runs: a message beside it could be lost.
 */
@Injectable()
export class JobWatch implements OnModuleDestroy {
  private readonly watchers = new Set<Watcher>();
  private readonly stopped = new ReplaySubject<void>(1);

  private readonly looks = interval(LOOK_MS).pipe(
    // While the database is away nothing is known; the next look may find it back.
    exhaustMap(() => this.look().catch(() => EMPTY_LOOK)),
    share(),
  );

  constructor(
    @InjectModel(SyncJob.name) private readonly jobs: Model<SyncJob>,
    private readonly syncJobs: SyncJobsService,
  ) {}

  /** How many watch. */
  get size(): number {
    return this.watchers.size;
  }

  /**
   * A job's states, the present one first, the same one several times over. They end with the one in which the job has
   * ended, and before that when the job is deleted or the service stops.
   * @throws NotFound for an id that is not one of this user's jobs, ServiceUnavailable when too many watch
   */
  async follow(userId: string, jobId: string): Promise<Observable<SyncJobResponse>> {
    const present = await this.syncJobs.get(userId, jobId);
    if (this.isFull(userId)) throw new ServiceUnavailable(TOO_MANY);
    const watcher = { userId, jobId: present.id };
    return defer(() => {
      this.watchers.add(watcher);
      return this.looks.pipe(
        filter((look) => look.has(present.id)),
        map((look) => look.get(present.id)),
        takeWhile((job) => job !== undefined),
        startWith(present),
        takeWhile((job) => !hasEnded(job), true),
        takeUntil(this.stopped),
        finalize(() => this.watchers.delete(watcher)),
      );
    });
  }

  /** Before the server closes, which would wait for open answers. */
  onModuleDestroy(): void {
    this.stopped.next();
  }

  private isFull(userId: string): boolean {
    const own = [...this.watchers].filter((watcher) => watcher.userId === userId);
    return own.length >= MOST_OF_A_USER || this.size >= MOST_OF_ALL;
  }

  private async look(): Promise<Look> {
    const ids = [...new Set([...this.watchers].map(({ jobId }) => jobId))];
    const jobs = await this.jobs
      .find({ _id: { $in: ids } })
      .select(SHOWN_OF_JOB)
      .lean<ShownJob[]>();
    const found = new Map(jobs.map((job) => [String(job._id), toSyncJobResponse(job)]));
    return new Map(ids.map((id) => [id, found.get(id)]));
  }
}

export function hasEnded({ status }: SyncJobResponse): boolean {
  return status === 'completed' || status === 'failed';
}

const EMPTY_LOOK: Look = new Map();

const TOO_MANY =
  'Too many jobs are being watched. Stop watching others, or ask for the job itself at /api/v1/sync-jobs/{id}.';
