import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { LensQuery } from '../lens/lens.query';
import { SummaryResponse } from './summary.dto';
import { TotalsService } from './totals.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class TotalsController {
  constructor(private readonly totals: TotalsService) {}

  @Get('summary')
  @ApiOperation({ summary: 'How much you have played, over all, and against the time before' })
  @ApiOkResponse({ type: SummaryResponse })
  summary(@CurrentUser() user: Session, @Query() query: LensQuery): Promise<SummaryResponse> {
    return this.totals.summary(user.userId, query);
  }
}
