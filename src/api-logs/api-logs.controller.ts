import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiLogsQuery, ApiLogsResponse, ApiLogStatsResponse } from './api-logs.dto';
import { ApiLogsService } from './api-logs.service';

@ApiTags('api-logs')
@Controller('api/v1/api-logs')
export class ApiLogsController {
  constructor(private readonly logs: ApiLogsService) {}

  @Get()
  @ApiOperation({ summary: 'The calls made for you, newest first' })
  @ApiOkResponse({ type: ApiLogsResponse })
  list(@CurrentUser() user: Session, @Query() query: ApiLogsQuery): Promise<ApiLogsResponse> {
    return this.logs.list(user.userId, query);
  }

  @Get('stats')
  @ApiOperation({ summary: 'The calls made for you, summed up' })
  @ApiOkResponse({ type: ApiLogStatsResponse })
  stats(@CurrentUser() user: Session): Promise<ApiLogStatsResponse> {
    return this.logs.stats(user.userId);
  }
}
