import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { SyncSchedules } from '../../src/sync/schedules/sync-schedules.service';
import type { ServiceProcess } from '../support/service-process';
import { processorSeconds } from './processor-time';
import { Replica } from './replica';

const POLL_MS = 200;
/** Longer than calls wait to be logged. */
const LOG_DELAY_MS = 500;

/** What a cycle has cost. */
export interface CycleCost {
  /** From its tick to the end of the last user's job. */
  seconds: number;
  /** Calls to the platform, those for the shared catalogue included. */
  calls: number;
  /** Processor time of the service's process. */
  cpuSeconds: number;
  /** Memory of the service's process afterwards (RssAnon), in bytes. */
  memory: number;
}

/** Has the schedules of a running service come round, and waits for the ends of the jobs. */
export class SyncCycles {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly schedules: SyncSchedules,
    readonly db: Db,
    private readonly closeAll: () => Promise<void>,
  ) {}

  /** Plans cycles as another replica of the service does, on its database and queue, but runs no jobs. */
  static async of(service: ServiceProcess, env: Record<string, string>): Promise<SyncCycles> {
    const replica = await Replica.of(service, env);
    const client = await MongoClient.connect(replica.mongodbUri);
    return new SyncCycles(service, replica.module.get(SyncSchedules), client.db(), async () => {
      await client.close();
      await replica.close();
    });
  }

  /** Runs the cycle of a nominal tick, to the end of its `users` jobs. */
  async run(tick: Date, users: number): Promise<CycleCost> {
    const start = Date.now();
    const cpu = processorSeconds(this.service.pid);
    await this.schedules.syncAllUsers(tick);
    const end = await this.jobsEnded(start, users);
    await sleep(LOG_DELAY_MS);
    return {
      seconds: (end - start) / 1000,
      calls: await this.db.collection('api_logs').countDocuments({ timestamp: { $gte: new Date(start) } }),
      cpuSeconds: processorSeconds(this.service.pid) - cpu,
      memory: this.service.memory(),
    };
  }

  /**
   * Waits until so many jobs have ended after `start`, and all that the service's own clock has begun meanwhile.
   * @returns when the last of them ended, Unix milliseconds
   */
  async jobsEnded(start: number, count: number): Promise<number> {
    const jobs = this.db.collection('sync_jobs');
    const since = { completed_at: { $gte: new Date(start) } };
    for (;;) {
      const failed = await jobs.findOne({ status: 'failed', ...since });
      if (failed !== null) throw new Error(`A sync failed: ${JSON.stringify(failed)}\n${this.logOf(failed._id)}`);
      const done = { status: 'completed', ...since };
      const isIdle = (await jobs.countDocuments({ status: { $in: ['pending', 'running'] } })) === 0;
      if (isIdle && (await jobs.countDocuments(done)) >= count) {
        const last = await jobs.findOne(done, { sort: { completed_at: -1 } });
        return (last?.completed_at as Date).getTime();
      }
      await sleep(POLL_MS);
    }
  }

  close(): Promise<void> {
    return this.closeAll();
  }

  /** What the service has logged of a job. */
  private logOf(jobId: unknown): string {
    const lines = this.service.printed().split('\n');
    return lines.filter((line) => line.includes(String(jobId))).join('\n');
  }
}
