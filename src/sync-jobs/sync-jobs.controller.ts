import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { SyncJobResponse, SyncJobsQuery, SyncJobsResponse, SyncJobStatsResponse } from './sync-jobs.dto';
import { SyncJobsService } from './sync-jobs.service';

@ApiTags('sync-jobs')
@Controller('api/v1/sync-jobs')
export class SyncJobsController {
  constructor(private readonly jobs: SyncJobsService) {}

  @Get()
  @ApiOperation({ summary: 'Your jobs, newest first' })
  @ApiOkResponse({ type: SyncJobsResponse })
  list(@CurrentUser() user: Session, @Query() query: SyncJobsQuery): Promise<SyncJobsResponse> {
    return this.jobs.list(user.userId, query);
  }

  @Get('stats')
  @ApiOperation({ summary: 'How many jobs there were, and what they brought' })
  @ApiOkResponse({ type: SyncJobStatsResponse })
  stats(@CurrentUser() user: Session): Promise<SyncJobStatsResponse> {
    return this.jobs.stats(user.userId);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A job and how far it is' })
  @ApiOkResponse({ type: SyncJobResponse })
  @ApiErrors({ 404: 'There is no such job of yours' })
  get(@CurrentUser() user: Session, @Param('id') id: string): Promise<SyncJobResponse> {
    return this.jobs.get(user.userId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stop a job at its next batch; what it has stored stays stored' })
  @ApiOkResponse({ type: SyncJobResponse })
  @ApiErrors({ 404: 'There is no such job of yours' })
  cancel(@CurrentUser() user: Session, @Param('id') id: string): Promise<SyncJobResponse> {
    return this.jobs.cancel(user.userId, id);
  }
}
