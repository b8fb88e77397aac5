import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { LensQuery } from '../lens/lens.query';
import { YearReviewResponse } from './years.dto';
import { YearPath } from './years.query';
import { YearsService } from './years.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class YearsController {
  constructor(private readonly years: YearsService) {}

  @Get('years/:year')
  @ApiOperation({
    summary: 'A year of yours in review',
    description: 'The lens is without `from`, `to` and `period`: the year takes their place.',
  })
  @ApiOkResponse({ type: YearReviewResponse })
  year(
    @CurrentUser() user: Session,
    @Param() { year }: YearPath,
    @Query() query: LensQuery,
  ): Promise<YearReviewResponse> {
    return this.years.year(user.userId, year, query);
  }
}
