import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { HistoryThroughLensResponse, LensHistoryQuery } from './lens-history.dto';
import { LensHistory } from './lens-history.service';

@ApiTags('history')
@Controller('api/v1/history')
export class HistoryController {
  constructor(private readonly history: LensHistory) {}

  @Get()
  @ApiOperation({
    summary: 'Your plays, newest first',
    description:
      'Beside its own filters it takes a lens, as all of `/explore` does; `artist_id` and `track_id` are the ids of ' +
      'artists and tracks, and `artist` and `track` their names. A play has to fit all that is given.',
  })
  @ApiOkResponse({ type: HistoryThroughLensResponse })
  list(@CurrentUser() user: Session, @Query() query: LensHistoryQuery): Promise<HistoryThroughLensResponse> {
    return this.history.list(user.userId, query);
  }
}
