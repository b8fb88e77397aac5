import { tellTrack } from '../catalogue/fetching/told';
import type { Track } from '../catalogue/track.schema';
import type { PlatformTrack } from '../platform/answers/track';

/** What a recommendation says of a track. */
export type RecommendedTrack = Pick<
  Track,
  'platform_id' | 'name' | 'artists' | 'album' | 'duration_ms' | 'popularity' | 'audio_features' | 'external_url'
>;

/** A track that the platform tells of, as the catalogue would show it. */
export function toRecommendedTrack(track: PlatformTrack, now: Date): RecommendedTrack {
  return { ...tellTrack(undefined, track, now), platform_id: track.platformId, audio_features: null };
}
