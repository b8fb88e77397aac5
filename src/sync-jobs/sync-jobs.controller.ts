import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentUser, type Session } from '../common/authentication';
import { type SyncJobResponse, SyncJobsQuery, type SyncJobsResponse, type SyncJobStatsResponse } from './sync-jobs.dto';
import { SyncJobsService } from './sync-jobs.service';

@Controller('api/v1/sync-jobs')
export class SyncJobsController {
  constructor(private readonly jobs: SyncJobsService) {}

  @Get()
  list(@CurrentUser() user: Session, @Query() query: SyncJobsQuery): Promise<SyncJobsResponse> {
    return this.jobs.list(user.userId, query);
  }

  @Get('stats')
  stats(@CurrentUser() user: Session): Promise<SyncJobStatsResponse> {
    return this.jobs.stats(user.userId);
  }

  @Get(':id')
  get(@CurrentUser() user: Session, @Param('id') id: string): Promise<SyncJobResponse> {
    return this.jobs.get(user.userId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@CurrentUser() user: Session, @Param('id') id: string): Promise<SyncJobResponse> {
    return this.jobs.cancel(user.userId, id);
  }
}
