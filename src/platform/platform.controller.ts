import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppPace } from './calls/app-pace';
import { EndpointStates } from './calls/endpoint-states';
import { PlatformApp } from './platform-app';
import { CapabilitiesResponse, toCapabilitiesResponse } from './platform.dto';

@ApiTags('platform')
@Controller('api/v1/platform')
export class PlatformController {
  constructor(
    private readonly app: PlatformApp,
    private readonly endpoints: EndpointStates,
    private readonly pace: AppPace,
  ) {}

  @Get('capabilities')
  @ApiOperation({ summary: 'What the platform lets this app do, as far as that was found out in the last 24 hours' })
  @ApiOkResponse({ type: CapabilitiesResponse })
  async capabilities(): Promise<CapabilitiesResponse> {
    return toCapabilitiesResponse(this.app, await this.endpoints.list(), await this.pace.pausedUntil());
  }
}
