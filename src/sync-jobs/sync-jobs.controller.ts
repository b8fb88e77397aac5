import { Controller, Get, HttpCode, type MessageEvent, Param, Post, Query, Sse } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Observable, takeUntil } from 'rxjs';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { SessionEnds } from '../common/session-ends';
import { jobEvents } from './events/job-events';
import { JobWatch } from './events/job-watch.service';
import { SyncJobResponse, SyncJobsQuery, SyncJobsResponse, SyncJobStatsResponse } from './sync-jobs.dto';
import { SyncJobsService } from './sync-jobs.service';

@ApiTags('sync-jobs')
@Controller('api/v1/sync-jobs')
export class SyncJobsController {
  constructor(
    private readonly jobs: SyncJobsService,
    private readonly watch: JobWatch,
    private readonly sessionEnds: SessionEnds,
  ) {}

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

  @Sse(':id/events')
  @ApiOperation({
    summary: 'Watch a job as server-sent events',
    description:
      'The data of each event is the job as `GET /api/v1/sync-jobs/{id}` shows it: the present state at once, then each ' +
      'new one. When the job has ended, an event `end` with its last state follows and the stream closes; one that closes ' +
      'without it may be opened again. A comment comes every 15 seconds while nothing changes. A logout ends the ' +
      'stream within seconds.',
  })
  @ApiOkResponse({ description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  @ApiErrors({ 404: 'There is no such job of yours', 503: 'Too many jobs are being watched, or the database is away' })
  async events(@CurrentUser() user: Session, @Param('id') id: string): Promise<Observable<MessageEvent>> {
    const states = await this.watch.follow(user.userId, id);
    return jobEvents(states.pipe(takeUntil(this.sessionEnds.of(user))));
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
