import { Injectable, Module, OnModuleInit } from '@nestjs/common';
import { SyncModule } from '../../src/sync/sync.module';
import { SyncRun } from '../../src/sync/sync-run.service';
import type { RunningJob } from '../../src/sync-jobs/running-job';

export type ScriptedJob = RunningJob<unknown, { batch: number }>;

/** What the next syncs do instead of syncing, with no steps but those that they begin; a test sets it. */
@Injectable()
export class JobScript implements OnModuleInit {
  work: (job: ScriptedJob) => Promise<void> = () => Promise.resolve();

  constructor(private readonly sync: SyncRun) {}

  onModuleInit(): void {
    jest.spyOn(this.sync, 'stepsOf').mockReturnValue([]);
    jest.spyOn(this.sync, 'run').mockImplementation((job) => this.work(job as RunningJob<unknown, never>));
  }
}

/** Syncs whose work a test decides. */
@Module({ imports: [SyncModule], providers: [JobScript] })
export class ScriptedJobsModule {}
