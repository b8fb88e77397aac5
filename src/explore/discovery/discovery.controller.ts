import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { DiscoveriesResponse, DiversityResponse, ForgottenResponse, FunnelResponse } from './discovery.dto';
import { DiscoveriesQuery, DiversityQuery, ForgottenQuery, FunnelQuery } from './discovery.query';
import { DiscoveryService } from './discovery.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class DiscoveryController {
  constructor(private readonly discovery: DiscoveryService) {}

  @Get('discoveries')
  @ApiOperation({ summary: 'What you played for the first time, and when' })
  @ApiOkResponse({ type: DiscoveriesResponse })
  discoveries(@CurrentUser() user: Session, @Query() query: DiscoveriesQuery): Promise<DiscoveriesResponse> {
    return this.discovery.discoveries(user.userId, query);
  }

  @Get('funnel')
  @ApiOperation({ summary: 'How much of what you discovered you went on playing' })
  @ApiOkResponse({ type: FunnelResponse })
  funnel(@CurrentUser() user: Session, @Query() query: FunnelQuery): Promise<FunnelResponse> {
    return this.discovery.funnel(user.userId, query);
  }

  @Get('diversity')
  @ApiOperation({ summary: 'How evenly your plays are spread over artists' })
  @ApiOkResponse({ type: DiversityResponse })
  diversity(@CurrentUser() user: Session, @Query() query: DiversityQuery): Promise<DiversityResponse> {
    return this.discovery.diversity(user.userId, query);
  }

  @Get('forgotten')
  @ApiOperation({ summary: 'What you used to play, and do not play any more' })
  @ApiOkResponse({ type: ForgottenResponse })
  forgotten(@CurrentUser() user: Session, @Query() query: ForgottenQuery): Promise<ForgottenResponse> {
    return this.discovery.forgotten(user.userId, query);
  }
}
