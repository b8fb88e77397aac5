import { Module } from '@nestjs/common';
import { SyncJobsModule } from '../sync-jobs/sync-jobs.module';
import { UsersModule } from '../users/users.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';

@Module({
  imports: [SyncJobsModule, UsersModule],
  controllers: [AccountController],
  providers: [AccountService],
})
export class AccountModule {}
