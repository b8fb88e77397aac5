import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiOkOneOf } from '../common/openapi';
import { NoRecommendationsResponse, RecommendationsQuery, RecommendationsResponse } from './recommendations.dto';
import { RecommendationsService } from './recommendations.service';

@ApiTags('recommendations')
@Controller('api/v1/recommendations')
export class RecommendationsController {
  constructor(private readonly recommendations: RecommendationsService) {}

  @Get()
  @ApiOperation({
    summary: 'Tracks that go with what you play',
    description:
      'The platform’s recommendations where it offers them to this app, otherwise the service’s own, which are the same ' +
      'all day while you play nothing else. Nothing heard in the last 7 days, and at most two tracks of one artist.',
  })
  @ApiOkOneOf(RecommendationsResponse, NoRecommendationsResponse)
  recommend(
    @CurrentUser() user: Session,
    @Query() query: RecommendationsQuery,
  ): Promise<RecommendationsResponse | NoRecommendationsResponse> {
    return this.recommendations.recommend(user.userId, query);
  }
}
