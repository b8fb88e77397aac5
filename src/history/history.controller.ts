import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { HistoryService } from './history.service';
import { HistoryQuery, HistoryResponse } from './listing/history.dto';

@ApiTags('history')
@Controller('api/v1/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get()
  @ApiOperation({ summary: 'Your plays, newest first' })
  @ApiOkResponse({ type: HistoryResponse })
  list(@CurrentUser() user: Session, @Query() query: HistoryQuery): Promise<HistoryResponse> {
    return this.history.list(user.userId, query);
  }
}
