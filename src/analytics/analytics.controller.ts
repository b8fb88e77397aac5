import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiOkOneOf } from '../common/openapi';
import { AlreadyRunningResponse } from '../sync-jobs/sync-jobs.dto';
import {
  PeriodQuery,
  RefreshResponse,
  type RollupBuildResponse,
  RollupBuildStartedResponse,
  RollupStatusResponse,
} from './analytics.dto';
import { AnalyticsService } from './analytics.service';
import { TrendResponse } from './breakdown.dto';
import { OverviewResponse } from './overview.dto';
import { RollupStatusService } from './rollups/rollup-status.service';

@ApiTags('analytics')
@Controller('api/v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly rollups: RollupStatusService,
  ) {}

  @Get('overview')
  @ApiOperation({ summary: 'All figures of a period' })
  @ApiOkResponse({ type: OverviewResponse })
  overview(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<OverviewResponse> {
    return this.analytics.overview(user.userId, query.period);
  }

  @Get('trend')
  @ApiOperation({ summary: 'How much you have played, by day, week or month' })
  @ApiOkResponse({ type: TrendResponse })
  trend(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<TrendResponse> {
    return this.analytics.trend(user.userId, query.period);
  }

  @Post('refresh')
  @HttpCode(200)
  @ApiOperation({ summary: 'Compute a period anew; with all_time every period' })
  @ApiOkResponse({ type: RefreshResponse })
  refresh(@CurrentUser() user: Session, @Query() query: PeriodQuery): Promise<RefreshResponse> {
    return this.analytics.refresh(user.userId, query.period);
  }

  @Get('rollup-status')
  @ApiOperation({ summary: 'How far the daily roll-ups are' })
  @ApiOkResponse({ type: RollupStatusResponse })
  rollupStatus(@CurrentUser() user: Session): Promise<RollupStatusResponse> {
    return this.rollups.status(user.userId);
  }

  @Post('rollup-build')
  @HttpCode(200)
  @ApiOperation({ summary: 'Build the daily roll-ups anew, unless that is under way' })
  @ApiOkOneOf(RollupBuildStartedResponse, AlreadyRunningResponse)
  rollupBuild(@CurrentUser() user: Session): Promise<RollupBuildResponse> {
    return this.analytics.startRollupBuild(user.userId);
  }
}
