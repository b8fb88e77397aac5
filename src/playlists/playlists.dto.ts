import { ApiProperty } from '@nestjs/swagger';
import { ImageResponse } from '../catalogue/catalogue.dto';
import { imageLinksOf, imageUrlOf } from '../catalogue/catalogue.types';
import { COUNT } from '../common/openapi';
import { PageResponse } from '../common/pagination';
import type { Playlist } from './playlist.schema';

export class PlaylistResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  user_id: string;

  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty()
  image_url: string;

  @ApiProperty({ type: [ImageResponse], description: 'The largest first, which is that of `image_url`' })
  images: ImageResponse[];

  @ApiProperty({ ...COUNT, description: 'Entries on the platform, episodes and local files included' })
  tracks_total: number;

  @ApiProperty({ ...COUNT, description: 'The same' })
  total_tracks: number;

  @ApiProperty()
  owner: string;

  @ApiProperty()
  public: boolean;

  @ApiProperty()
  collaborative: boolean;

  @ApiProperty()
  external_url: string;
}

export class PlaylistsResponse extends PageResponse {
  @ApiProperty({ type: [PlaylistResponse] })
  items: PlaylistResponse[];
}

export function toPlaylistResponse(playlist: Omit<Playlist, 'tracks'>): PlaylistResponse {
  return {
    id: String(playlist._id),
    user_id: playlist.user_id,
    platform_id: playlist.platform_id,
    name: playlist.name,
    description: playlist.description,
    image_url: imageUrlOf(playlist),
    images: imageLinksOf(playlist),
    tracks_total: playlist.total_tracks,
    total_tracks: playlist.total_tracks,
    owner: playlist.owner_name === '' ? playlist.owner_id : playlist.owner_name,
    public: playlist.public,
    collaborative: playlist.collaborative,
    external_url: playlist.external_url,
  };
}
