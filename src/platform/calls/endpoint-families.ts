import { routeOf } from '../../api-logs/route';
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

/** Refusals that are about the user or their consent, and not about the app. */
const ABOUT_THE_USER = /premium|scope|registered|market|country/i;

/**
 * Whether a failure means that the endpoint is closed to this app: it is forbidden for no reason of the user's, or it is
 * not there although its path names nothing that could be missing.
 *
 * @returns the platform's reason, or null when the failure means something else
 */
export function closureReason(path: string, failure: PlatformError): string | null {
  if (failure instanceof PlatformRefused) return ABOUT_THE_USER.test(failure.reason) ? null : failure.reason;
  if (failure instanceof PlatformNotFound) return routeOf(path) === path ? failure.reason : null;
  return null;
}
