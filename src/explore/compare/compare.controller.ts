import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { LensQuery } from '../lens/lens.query';
import { CompareResponse, SimilarYearsResponse } from './compare.dto';
import { CompareQuery } from './compare.query';
import { CompareService } from './compare.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class CompareController {
  constructor(private readonly comparisons: CompareService) {}

  @Get('compare')
  @ApiOperation({ summary: 'What has changed against another range' })
  @ApiOkResponse({ type: CompareResponse })
  compare(@CurrentUser() user: Session, @Query() query: CompareQuery): Promise<CompareResponse> {
    return this.comparisons.compare(user.userId, query);
  }

  @Get('similar-years')
  @ApiOperation({ summary: 'How alike your years are' })
  @ApiOkResponse({ type: SimilarYearsResponse })
  similarYears(@CurrentUser() user: Session, @Query() query: LensQuery): Promise<SimilarYearsResponse> {
    return this.comparisons.similarYears(user.userId, query);
  }
}
