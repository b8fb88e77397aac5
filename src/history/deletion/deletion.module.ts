import { Module } from '@nestjs/common';
import { SyncJobsModule } from '../../sync-jobs/sync-jobs.module';
import { HistoryModule } from '../history.module';
import { DeletionController } from './deletion.controller';
import { DeletionJobService } from './deletion-job.service';
import { HistoryDeletions } from './history-deletions.service';
import { PlayDeleter } from './play-deleter.service';

/** Deletion of plays by their users. */
@Module({
  imports: [HistoryModule, SyncJobsModule],
  controllers: [DeletionController],
  providers: [DeletionJobService, HistoryDeletions, PlayDeleter],
})
export class DeletionModule {}
