import { type PlatformError, PlatformNotFound, PlatformRefused } from '../platform.errors';

/** Parts of the Web API that the platform has closed to many apps. What is not listed is open to all. */
export const ENDPOINT_FAMILIES = [
  'audio_features',
  'recommendations',
  'featured_playlists',
  'categories',
  'new_releases',
  'batch_tracks',
  'batch_albums',
  'batch_artists',
  'playlist_tracks',
] as const;
export type EndpointFamily = (typeof ENDPOINT_FAMILIES)[number];

/** Refusals that are about the user or their consent, whatever is asked for. */
const ABOUT_THE_USER = /premium|scope|registered/i;
/** Refusals of what is not offered where the user lives. */
const ABOUT_THE_MARKET = /market|country/i;

/** Whether a failure means that what was asked for is not there, or is not given to this app, and nothing of the user. */
export function isRefusal(failure: unknown): failure is PlatformRefused | PlatformNotFound {
  if (failure instanceof PlatformRefused) return !ABOUT_THE_USER.test(failure.reason);
  return failure instanceof PlatformNotFound;
}

/**
 * Whether a failure may mean that its endpoint is closed to this app.
 *
 * @returns the platform's reason, or null when the failure means something else
 */
export function closureReason(failure: PlatformError): string | null {
  return isRefusal(failure) && !ABOUT_THE_MARKET.test(failure.reason) ? failure.reason : null;
}
