import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { PeriodQuery } from './analytics.dto';
import { AnalyticsService } from './analytics.service';
import { GenreDistributionResponse } from './breakdown.dto';

@ApiTags('genres')
@Controller('api/v1/genres')
export class GenresController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get('distribution')
  @ApiOperation({ summary: 'Your genres and their shares' })
  @ApiOkResponse({ type: GenreDistributionResponse })
  distribution(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<GenreDistributionResponse> {
    return this.analytics.genres(user.userId, query.period);
  }
}
