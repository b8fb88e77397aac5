import { BullRegistrar, WorkerHost } from '@nestjs/bullmq';
import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Settings } from '../config/settings';
import { DatabaseService } from '../database/database.service';
import { JobReaper } from './job-reaper.service';
import { JobRunner } from './job-runner.service';

/** Starts the queues' workers, in the worker role only and not before the database is ready, and stops them in order. */
@Injectable()
export class WorkersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WorkersService.name);
  private processors: WorkerHost[] = [];

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
    await Promise.all(this.processors.map((processor) => processor.worker.close()));
  }

  private start(): void {
    this.registrar.register();
    this.processors = this.discovery
      .getProviders()
      .map((provider): unknown => provider.instance)
      .filter((instance): instance is WorkerHost => instance instanceof WorkerHost);
    for (const { worker } of this.processors)
      worker.on('error', (error) => {
        this.logger.warn(`Worker of ${worker.name}: ${error.message}`);
      });
    this.reaper.start();
  }
}
