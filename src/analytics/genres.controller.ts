import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { PeriodQuery } from './analytics.dto';
import { AnalyticsService } from './analytics.service';
import type { GenreDistributionResponse } from './breakdown.dto';

@ApiTags('genres')
@Controller('api/v1/genres')
export class GenresController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get('distribution')
  distribution(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<GenreDistributionResponse> {
    return this.analytics.genres(user.userId, query.period);
  }
}
