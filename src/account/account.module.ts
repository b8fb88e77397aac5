import { Module } from '@nestjs/common';
import { SyncJobsModule } from '../sync-jobs/sync-jobs.module';
import { UsersModule } from '../users/users.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { ErasureSweeper } from './erasure/erasure-sweeper.service';
import { UserErasure } from './erasure/user-erasure.service';
import { UserExport } from './export/user-export.service';

@Module({
  imports: [SyncJobsModule, UsersModule],
  controllers: [AccountController],
  providers: [AccountService, UserErasure, ErasureSweeper, UserExport],
})
export class AccountModule {}
