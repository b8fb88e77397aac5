import { ApiProperty } from '@nestjs/swagger';
import { COUNT, SHARE } from '../common/openapi';
import type { AlbumFacts } from './album.schema';
import type { Artist } from './artist.schema';
import {
  type AlbumReference,
  type ArtistReference,
  type AudioFeatures,
  type Image,
  imageLinksOf,
  imageUrlOf,
} from './catalogue.types';
import type { Track } from './track.schema';

const POPULARITY = { type: 'integer', minimum: 0, maximum: 100 } as const;

export class ImageResponse implements Pick<Image, 'url'> {
  @ApiProperty()
  url: string;
}

export class ArtistReferenceResponse implements ArtistReference {
  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  name: string;
}

class AlbumReferenceResponse implements AlbumReference {
  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  image_url: string;

  @ApiProperty({ description: 'YYYY-MM-DD, as far as it is known' })
  release_date: string;
}

class AudioFeaturesResponse implements AudioFeatures {
  @ApiProperty(SHARE)
  danceability: number;

  @ApiProperty(SHARE)
  energy: number;

  @ApiProperty({
    type: 'integer',
    minimum: -1,
    maximum: 11,
    description: 'Pitch class, 0 = C; -1 where none was found',
  })
  key: number;

  @ApiProperty({ description: 'dB' })
  loudness: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1, description: '0 minor, 1 major' })
  mode: number;

  @ApiProperty(SHARE)
  speechiness: number;

  @ApiProperty(SHARE)
  acousticness: number;

  @ApiProperty(SHARE)
  instrumentalness: number;

  @ApiProperty(SHARE)
  liveness: number;

  @ApiProperty(SHARE)
  valence: number;

  @ApiProperty({ minimum: 0, description: 'Beats a minute' })
  tempo: number;

  @ApiProperty(COUNT)
  duration_ms: number;

  @ApiProperty({ ...COUNT, description: 'Beats a bar' })
  time_signature: number;
}

export class TrackResponse {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'The platform’s id, or one made of names (`name:...`) where that is not known' })
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: [ArtistReferenceResponse] })
  artists: ArtistReferenceResponse[];

  @ApiProperty({ type: AlbumReferenceResponse, nullable: true })
  album: AlbumReferenceResponse | null;

  @ApiProperty(COUNT)
  duration_ms: number;

  @ApiProperty(POPULARITY)
  popularity: number;

  @ApiProperty()
  explicit: boolean;

  @ApiProperty()
  external_url: string;

  @ApiProperty({ type: AudioFeaturesResponse, nullable: true })
  audio_features: AudioFeaturesResponse | null;
}

export class ArtistResponse {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'The platform’s id, or one made of the name (`name:...`) where that is not known' })
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  image_url: string;

  @ApiProperty({ type: [ImageResponse], description: 'The largest first, which is that of `image_url`' })
  images: ImageResponse[];

  @ApiProperty({ type: [String] })
  genres: string[];

  @ApiProperty(POPULARITY)
  popularity: number;

  @ApiProperty(COUNT)
  followers: number;

  @ApiProperty()
  external_url: string;
}

export class AlbumResponse {
  @ApiProperty({ description: 'Empty while the catalogue has no record of it' })
  id: string;

  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: [String] })
  artists: string[];

  @ApiProperty()
  image_url: string;

  @ApiProperty({ description: 'YYYY-MM-DD, as far as it is known' })
  release_date: string;

  @ApiProperty(COUNT)
  total_tracks: number;

  @ApiProperty({ description: '`album`, `single` or `compilation`, empty where unknown' })
  type: string;

  @ApiProperty()
  external_url: string;
}

export function toTrackResponse(track: Track): TrackResponse {
  return {
    id: String(track._id),
    platform_id: track.platform_id,
    name: track.name,
    artists: track.artists,
    album: track.album,
    duration_ms: track.duration_ms,
    popularity: track.popularity,
    explicit: track.explicit,
    external_url: track.external_url,
    audio_features: track.audio_features,
  };
}

export function toArtistResponse(artist: Artist): ArtistResponse {
  return {
    id: String(artist._id),
    platform_id: artist.platform_id,
    name: artist.name,
    image_url: imageUrlOf(artist),
    images: imageLinksOf(artist),
    genres: artist.genres,
    popularity: artist.popularity,
    followers: artist.followers,
    external_url: artist.external_url,
  };
}

/**
 * @param item  what plays say of the album
 * @param album the catalogue's record, where it has one
 */
export function toAlbumResponse(
  item: { platform_id: string; name: string; artist_name: string; image_url: string },
  album: AlbumFacts | undefined,
): AlbumResponse {
  return {
    id: album === undefined ? '' : String(album._id),
    platform_id: item.platform_id,
    name: item.name,
    artists: album?.artists.map(({ name }) => name) ?? [item.artist_name],
    image_url: album === undefined ? item.image_url : imageUrlOf(album),
    release_date: album?.release_date ?? '',
    total_tracks: album?.total_tracks ?? 0,
    type: album?.album_type ?? '',
    external_url: album?.external_url ?? '',
  };
}
