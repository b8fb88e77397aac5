import { Controller, Get, Query } from '@nestjs/common';
import { CurrentUser, type Session } from '../common/authentication';
import type { ApiLogStatsResponse } from './api-log-stats';
import { ApiLogsQuery, type ApiLogsResponse } from './api-logs.dto';
import { ApiLogsService } from './api-logs.service';

@Controller('api/v1/api-logs')
export class ApiLogsController {
  constructor(private readonly logs: ApiLogsService) {}

  @Get()
  list(@CurrentUser() user: Session, @Query() query: ApiLogsQuery): Promise<ApiLogsResponse> {
    return this.logs.list(user.userId, query);
  }

  @Get('stats')
  stats(@CurrentUser() user: Session): Promise<ApiLogStatsResponse> {
    return this.logs.stats(user.userId);
  }
}
