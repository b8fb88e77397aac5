import { BullRegistrar, WorkerHost } from '@nestjs/bullmq';
import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Worker } from 'bullmq';
import { Settings } from '../config/settings';
import { DatabaseService } from '../database/database.service';
import { settled } from '../queue/redis';
import { JobReaper } from './job-reaper.service';
import { JobRunner } from './job-runner.service';

/** How a Redis begins that answers and takes nothing: its disk or its memory is full, or it is a replica. */
const WRITE_REFUSED = /^(MISCONF|OOM|READONLY|NOREPLICAS)\b/;
/** How long a worker rests then, and how often it says so. */
const REST_MS = 5_000;
const COMPLAINT_INTERVAL_MS = 60_000;

/** Starts the queues' workers, in the worker role only and not before the database is ready, and stops them in order. */
@Injectable()
export class WorkersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WorkersService.name);
  private processors: WorkerHost[] = [];
  /** When each queue's worker last told the log of trouble. */
  private readonly complainedAt = new Map<string, number>();

  constructor(
    private readonly settings: Settings,
    private readonly database: DatabaseService,
    private readonly registrar: BullRegistrar,
    private readonly discovery: DiscoveryService,
    private readonly runner: JobRunner,
    private readonly reaper: JobReaper,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.runsJobs) return;
    this.database.whenReady().then(
      () => {
        this.start();
      },
      (error: unknown) => {
        this.logger.log(`No workers were started: ${String(error)}`);
      },
    );
  }

  /** Before the connections close: running jobs stop at their next batch and go back to pending. */
  async beforeApplicationShutdown(): Promise<void> {
    this.reaper.stop();
    this.runner.stopAll();
    await Promise.all(
      this.processors.map(async ({ worker }) => {
        await settled(worker);
        await worker.close();
      }),
    );
  }

  private start(): void {
    this.registrar.register();
    this.processors = this.discovery
      .getProviders()
      .map((provider): unknown => provider.instance)
      .filter((instance): instance is WorkerHost => instance instanceof WorkerHost);
    for (const { worker } of this.processors)
      worker.on('error', (error) => {
        this.meetTrouble(worker, error);
      });
    this.reaper.start();
  }

  /**
   * A Redis that is there and refuses what a worker tells it, such as one whose disk is full, would be asked again at
   * once, and without an end: the worker rests, and what it works on goes on.
   */
  private meetTrouble(worker: Worker, error: Error): void {
    const refusesWrites = WRITE_REFUSED.test(error.message);
    const now = Date.now();
    if (!refusesWrites || now - (this.complainedAt.get(worker.name) ?? 0) >= COMPLAINT_INTERVAL_MS) {
      this.complainedAt.set(worker.name, now);
      this.logger.warn(`Worker of ${worker.name}: ${error.message}`);
    }
    if (!refusesWrites || worker.isPaused()) return;
    void worker.pause(true);
    setTimeout(() => {
      worker.resume();
    }, REST_MS).unref();
  }
}
