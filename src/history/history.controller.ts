import { Controller, Get, Query } from '@nestjs/common';
import { CurrentUser, type Session } from '../common/authentication';
import { HistoryService } from './history.service';
import { HistoryQuery, type HistoryResponse } from './listing/history.dto';

@Controller('api/v1/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get()
  list(@CurrentUser() user: Session, @Query() query: HistoryQuery): Promise<HistoryResponse> {
    return this.history.list(user.userId, query);
  }
}
