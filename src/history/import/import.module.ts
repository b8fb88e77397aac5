import { Module } from '@nestjs/common';
import { CatalogueModule } from '../../catalogue/catalogue.module';
import { registerModels } from '../../database/connections';
import { SyncJob, SyncJobSchema } from '../../sync-jobs/sync-job.schema';
import { SyncJobsModule } from '../../sync-jobs/sync-jobs.module';
import { HistoryModule } from '../history.module';
import { ImportController } from './import.controller';
import { ImportMetrics } from './import.metrics';
import { ImportFiles } from './import-files.service';
import { ImportFolders } from './import-folders.service';
import { ImportJobService } from './import-job.service';
import { ImportRecords } from './import-records.service';
import { ImportUserData } from './import.user-data';
import { UploadReceiver } from './upload-receiver.service';
import { UploadSweeper } from './upload-sweeper.service';
import { UploadsService } from './uploads.service';

/** Imports of export files. */
@Module({
  imports: [
    CatalogueModule,
    HistoryModule,
    SyncJobsModule,
    // For what only imports ask of their jobs: the folder of the upload, and how far its account is.
    ...registerModels({ name: SyncJob.name, schema: SyncJobSchema }),
  ],
  controllers: [ImportController],
  providers: [
    ImportFiles,
    ImportFolders,
    ImportJobService,
    ImportMetrics,
    ImportRecords,
    ImportUserData,
    UploadReceiver,
    UploadSweeper,
    UploadsService,
  ],
})
export class ImportModule {}
