import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { AlbumFacts } from '../catalogue/album.schema';
import {
  AlbumResponse,
  ArtistResponse,
  toAlbumResponse,
  toArtistResponse,
  toTrackResponse,
  TrackResponse,
} from '../catalogue/catalogue.dto';
import type { Artist } from '../catalogue/artist.schema';
import type { Track } from '../catalogue/track.schema';
import { COUNT, RANK } from '../common/openapi';
import { type Period, PERIODS } from '../common/periods';
import type { TopAlbum, TopItem } from './figures/snapshot';

/** What a top list says beside the thing itself. */
class RankResponse implements Pick<TopItem, 'play_count' | 'total_ms' | 'rank'> {
  @ApiProperty(COUNT)
  play_count: number;

  @ApiProperty(COUNT)
  total_ms: number;

  @ApiProperty(RANK)
  rank: number;
}

export class TopTrackResponse extends IntersectionType(TrackResponse, RankResponse) {
  @ApiProperty({ description: 'That of the album' })
  image_url: string;
}

export class TopArtistResponse extends IntersectionType(ArtistResponse, RankResponse) {}
export class TopAlbumResponse extends IntersectionType(AlbumResponse, RankResponse) {}

class TopListResponse {
  @ApiProperty({ enum: PERIODS })
  period: Period;

  @ApiProperty({ ...COUNT, description: 'Different items played in the period, whatever the limit' })
  total: number;
}

export class TopTracksResponse extends TopListResponse {
  @ApiProperty({ type: [TopTrackResponse] })
  items: TopTrackResponse[];
}

export class TopArtistsResponse extends TopListResponse {
  @ApiProperty({ type: [TopArtistResponse] })
  items: TopArtistResponse[];
}

export class TopAlbumsResponse extends TopListResponse {
  @ApiProperty({ type: [TopAlbumResponse] })
  items: TopAlbumResponse[];
}

/** @param track the catalogue's record, where it has one */
export function toTopTrack(item: TopItem, track: Track | undefined): TopTrackResponse {
  const response: TrackResponse =
    track === undefined
      ? {
          id: '',
          platform_id: item.platform_id,
          name: item.name,
          artists: [],
          album: null,
          duration_ms: 0,
          popularity: 0,
          explicit: false,
          external_url: '',
          audio_features: null,
        }
      : Object.assign(toTrackResponse(track), { name: item.name || track.name });
  return Object.assign(response, { image_url: response.album?.image_url || item.image_url }, rankOf(item));
}

/** @param artist the catalogue's record, where it has one */
export function toTopArtist(item: TopItem, artist: Artist | undefined): TopArtistResponse {
  const { platform_id, name, image_url } = item;
  const response: ArtistResponse =
    artist === undefined
      ? {
          id: '',
          platform_id,
          name,
          image_url,
          images: image_url === '' ? [] : [{ url: image_url }],
          genres: [],
          popularity: 0,
          followers: 0,
          external_url: '',
        }
      : Object.assign(toArtistResponse(artist), { platform_id, name });
  return Object.assign(response, rankOf(item));
}

/** @param album the catalogue's record, where it has one */
export function toTopAlbum(item: TopAlbum, album: AlbumFacts | undefined): TopAlbumResponse {
  return Object.assign(toAlbumResponse(item, album), rankOf(item));
}

function rankOf({ play_count, total_ms, rank }: TopItem): RankResponse {
  return { play_count, total_ms, rank };
}
