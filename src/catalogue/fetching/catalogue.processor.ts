import { randomUUID } from 'node:crypto';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DelayedError, Job } from 'bullmq';
import { MINUTE_MS } from '../../common/durations';
import { runInContext } from '../../common/request-context';
import { Settings } from '../../config/settings';
import { CATALOGUE_QUEUE } from '../../queue/queues';
import { CatalogueTurns } from './catalogue-turns.service';
import { CatalogueWakeUps, type QueuedTurn, TURN } from './catalogue-wake-ups.service';
import { idleRest, type Rest } from './rest';

/**
 * Takes the catalogue's turns. The queue holds one wake-up, which after each turn is put back for the next: so it waits
 * in Redis, however long the platform says, and holds no worker.
 */
@Processor(CATALOGUE_QUEUE, { concurrency: 1, maxStalledCount: 1_000 })
export class CatalogueProcessor extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(CatalogueProcessor.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly turns: CatalogueTurns,
    private readonly wakeUps: CatalogueWakeUps,
  ) {
    super();
  }

  /** Nothing waits for this: Redis may come later than the service. */
  onApplicationBootstrap(): void {
    if (this.settings.runsJobs) void this.wakeUps.wake();
  }

  /** Redis may lose the wake-up with all its data; what is in the database is to be fetched all the same. */
  @Interval(MINUTE_MS)
  async putBack(): Promise<void> {
    if (!this.settings.runsJobs) return;
    await this.wakeUps.putBack().catch((error: unknown) => {
      this.logger.warn(`Whether the catalogue has a wake-up could not be seen: ${String(error)}`);
    });
  }

  /** A turn under way ends at its next batch. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  override async process(queued: Job<QueuedTurn>, token?: string): Promise<void> {
    const context = { requestId: randomUUID(), jobId: TURN.jobId };
    const { ms, isIdle } = await runInContext(context, () => this.takeTurn());
    await queued.updateData({ ...TURN, isIdle });
    await queued.moveToDelayed(Date.now() + ms, token);
    throw new DelayedError();
  }

  private async takeTurn(): Promise<Rest> {
    try {
      return await this.turns.take(this.stopping.signal);
    } catch (error) {
      this.logger.error(error, 'A turn of the catalogue failed; it is tried again in a minute');
      return idleRest();
    }
  }
}
