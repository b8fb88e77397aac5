import type { EndpointFamily } from './calls/endpoint-families';
import { type EndpointState, retryAt } from './calls/endpoint-states';
import type { PlatformApp } from './platform-app';

export interface CapabilityResponse {
  name: EndpointFamily;
  /** Null while nobody has tried. */
  available: boolean | null;
  /** The platform's reason for which it is closed, "" otherwise. */
  reason: string;
  /** When it was found out. */
  since: Date | null;
  /** When something closed is tried again. */
  retry_at: Date | null;
}

export interface CapabilitiesResponse {
  platform: { sandbox: boolean; api_url: string };
  capabilities: CapabilityResponse[];
  /** Until when the platform takes no calls of this app; null when it takes them. */
  paused_until: Date | null;
}

export function toCapabilitiesResponse(
  app: PlatformApp,
  endpoints: [EndpointFamily, EndpointState | null][],
  pausedUntil: Date | null,
): CapabilitiesResponse {
  return {
    platform: { sandbox: app.isSandbox, api_url: app.apiUrl },
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
