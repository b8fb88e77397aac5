import { Controller, Get } from '@nestjs/common';
import { AppPace } from './calls/app-pace';
import { EndpointStates } from './calls/endpoint-states';
import { PlatformApp } from './platform-app';
import { type CapabilitiesResponse, toCapabilitiesResponse } from './platform.dto';

@Controller('api/v1/platform')
export class PlatformController {
  constructor(
    private readonly app: PlatformApp,
    private readonly endpoints: EndpointStates,
    private readonly pace: AppPace,
  ) {}

  /** What the platform lets this app do, as far as that was found out in the last 24 hours. */
  @Get('capabilities')
  async capabilities(): Promise<CapabilitiesResponse> {
    return toCapabilitiesResponse(this.app, await this.endpoints.list(), await this.pace.pausedUntil());
  }
}
