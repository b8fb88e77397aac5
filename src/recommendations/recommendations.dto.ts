import { ApiProperty } from '@nestjs/swagger';
import { COUNT, SHARE } from '../common/openapi';
import { QueryEnum, QueryInt } from '../common/validation/query.decorators';
import type { RecommendedTrack } from './recommended-track';
import { SEED_TYPES, type Seeds, type SeedType } from './scoring/seeds';

export class RecommendationsQuery {
  @QueryInt({ min: 1, max: 50, default: 20 })
  limit = 20;

  @QueryEnum(SEED_TYPES, { default: 'mixed' })
  seed_type: SeedType = 'mixed';
}

class RecommendationFeaturesResponse {
  @ApiProperty(SHARE)
  danceability: number;

  @ApiProperty(SHARE)
  energy: number;

  @ApiProperty(SHARE)
  valence: number;
}

class RecommendationResponse {
  @ApiProperty({ description: 'The platform’s id of the track' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: [String], description: 'Names, the primary artist’s first' })
  artists: string[];

  @ApiProperty({ description: 'The primary artist' })
  artist: string;

  @ApiProperty()
  album: string;

  @ApiProperty({ description: 'Address of the cover; empty where unknown' })
  album_image: string;

  @ApiProperty(COUNT)
  duration_ms: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  popularity: number;

  @ApiProperty({ type: RecommendationFeaturesResponse, nullable: true, description: 'Null where unknown' })
  audio_features: RecommendationFeaturesResponse | null;

  @ApiProperty()
  external_url: string;
}

class SeedInfoResponse {
  @ApiProperty({ enum: SEED_TYPES })
  type: SeedType;

  @ApiProperty({ description: 'Empty where none is known' })
  top_artist: string;

  @ApiProperty({ description: 'Empty where none is known' })
  top_genre: string;
}

export class RecommendationsResponse {
  @ApiProperty({ type: [RecommendationResponse] })
  items: RecommendationResponse[];

  @ApiProperty({ ...COUNT, description: 'Number of items' })
  total: number;

  @ApiProperty({ type: SeedInfoResponse })
  seed_info: SeedInfoResponse;
}

/** The answer while nothing is known of what the user likes. */
export class NoRecommendationsResponse {
  @ApiProperty({ type: 'array', items: {}, maxItems: 0 })
  items: never[];

  @ApiProperty({ type: 'object', properties: {}, maxProperties: 0 })
  seed_info: Record<string, never>;
}

export function toRecommendationsResponse(
  tracks: readonly RecommendedTrack[],
  seeds: Seeds,
  type: SeedType,
): RecommendationsResponse {
  return {
    items: tracks.map(toRecommendation),
    total: tracks.length,
    seed_info: { type, top_artist: seeds.artists[0]?.name ?? '', top_genre: seeds.genres[0]?.name ?? '' },
  };
}

function toRecommendation(track: RecommendedTrack): RecommendationResponse {
  const artists = track.artists.map(({ name }) => name);
  const features = track.audio_features;
  return {
    id: track.platform_id,
    name: track.name,
    artists,
    artist: artists[0] ?? '',
    album: track.album?.name ?? '',
    album_image: track.album?.image_url ?? '',
    duration_ms: track.duration_ms,
    popularity: track.popularity,
    audio_features: features && {
      danceability: features.danceability,
      energy: features.energy,
      valence: features.valence,
    },
    external_url: track.external_url,
  };
}
