import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import {
  PeriodQuery,
  type RefreshResponse,
  type RollupBuildResponse,
  type RollupStatusResponse,
} from './analytics.dto';
import { AnalyticsService } from './analytics.service';
import type { TrendResponse } from './breakdown.dto';
import type { OverviewResponse } from './overview.dto';
import { RollupStatusService } from './rollups/rollup-status.service';

@ApiTags('analytics')
@Controller('api/v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly rollups: RollupStatusService,
  ) {}

  @Get('overview')
  overview(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<OverviewResponse> {
    return this.analytics.overview(user.userId, query.period);
  }

  @Get('trend')
  trend(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<TrendResponse> {
    return this.analytics.trend(user.userId, query.period);
  }

  @Post('refresh')
  @HttpCode(200)
  refresh(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<RefreshResponse> {
    return this.analytics.refresh(user.userId, query.period);
  }

  @Get('rollup-status')
  rollupStatus(@CurrentUser() user: Session): Promise<RollupStatusResponse> {
    return this.rollups.status(user.userId);
  }

  @Post('rollup-build')
  @HttpCode(200)
  rollupBuild(@CurrentUser() user: Session): Promise<RollupBuildResponse> {
    return this.analytics.startRollupBuild(user.userId);
  }
}
