import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { LensQuery } from '../lens/lens.query';
import { SeriesService } from './series.service';
import {
  CalendarResponse,
  ClockResponse,
  OnThisDayResponse,
  ScatterResponse,
  SeriesResponse,
  YearsResponse,
} from './time.dto';
import { CalendarQuery, OnThisDayQuery, ScatterQuery, SeriesQuery } from './time.query';
import { TimeService } from './time.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class TimeController {
  constructor(
    private readonly time: TimeService,
    private readonly allSeries: SeriesService,
  ) {}

  @Get('series')
  @ApiOperation({ summary: 'Your plays over time, in all and by item' })
  @ApiOkResponse({ type: SeriesResponse })
  series(@CurrentUser() user: Session, @Query() query: SeriesQuery): Promise<SeriesResponse> {
    return this.allSeries.series(user.userId, query);
  }

  @Get('clock')
  @ApiOperation({ summary: 'Your plays by weekday and hour' })
  @ApiOkResponse({ type: ClockResponse })
  clock(@CurrentUser() user: Session, @Query() query: LensQuery): Promise<ClockResponse> {
    return this.time.clock(user.userId, query);
  }

  @Get('calendar')
  @ApiOperation({ summary: 'Each day of a year, with its top artist' })
  @ApiOkResponse({ type: CalendarResponse })
  calendar(@CurrentUser() user: Session, @Query() query: CalendarQuery): Promise<CalendarResponse> {
    return this.time.calendar(user.userId, query);
  }

  @Get('on-this-day')
  @ApiOperation({ summary: 'What you played on a day of the year, year by year' })
  @ApiOkResponse({ type: OnThisDayResponse })
  onThisDay(@CurrentUser() user: Session, @Query() query: OnThisDayQuery): Promise<OnThisDayResponse> {
    return this.time.onThisDay(user.userId, query);
  }

  @Get('scatter')
  @ApiOperation({ summary: 'Your plays by day and time of day, in cells' })
  @ApiOkResponse({ type: ScatterResponse })
  scatter(@CurrentUser() user: Session, @Query() query: ScatterQuery): Promise<ScatterResponse> {
    return this.time.scatter(user.userId, query);
  }

  @Get('years')
  @ApiOperation({ summary: 'The years in which you played something' })
  @ApiOkResponse({ type: YearsResponse })
  years(@CurrentUser() user: Session, @Query() query: LensQuery): Promise<YearsResponse> {
    return this.time.years(user.userId, query);
  }
}
