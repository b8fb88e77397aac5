import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE_DATE } from '../common/openapi';
import { isPublicAddress } from '../common/public-address';
import { ENDPOINT_FAMILIES, type EndpointFamily } from './calls/endpoint-families';
import { type EndpointState, retryAt } from './calls/endpoint-states';
import type { PlatformApp } from './platform-app';

class CapabilityResponse {
  @ApiProperty({ enum: ENDPOINT_FAMILIES })
  name: EndpointFamily;

  @ApiProperty({ type: Boolean, nullable: true, description: 'Null while that is not known' })
  available: boolean | null;

  @ApiProperty({ description: 'The platform’s reason for which it is closed, "" otherwise' })
  reason: string;

  @ApiProperty({ ...NULLABLE_DATE, description: 'When it was found out' })
  since: Date | null;

  @ApiProperty({ ...NULLABLE_DATE, description: 'When something closed is tried again' })
  retry_at: Date | null;
}

class LinkedPlatformResponse {
  @ApiProperty({ description: 'Whether it is the built-in one with invented listeners' })
  sandbox: boolean;

  @ApiProperty({ description: 'Its address; "" for one on this machine or network, such as the built-in one' })
  api_url: string;
}

export class CapabilitiesResponse {
  @ApiProperty()
  platform: LinkedPlatformResponse;

  @ApiProperty({ type: [CapabilityResponse] })
  capabilities: CapabilityResponse[];

  @ApiProperty({
    ...NULLABLE_DATE,
    description: 'Until when the platform takes no calls of this app; null when it takes them',
  })
  paused_until: Date | null;
}

export function toCapabilitiesResponse(
  app: PlatformApp,
  endpoints: [EndpointFamily, EndpointState | null][],
  pausedUntil: Date | null,
): CapabilitiesResponse {
  return {
    platform: { sandbox: app.isSandbox, api_url: isPublicAddress(app.apiUrl) ? app.apiUrl : '' },
    capabilities: endpoints.map(([name, state]) => ({
      name,
      available: state?.available ?? null,
      reason: state?.reason ?? '',
      since: state?.since ?? null,
      retry_at: state === null || state.available ? null : retryAt(state),
    })),
    paused_until: pausedUntil,
  };
}
