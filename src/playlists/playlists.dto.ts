import { imageUrlOf } from '../catalogue/catalogue.types';
import type { Playlist } from './playlist.schema';

export interface PlaylistResponse {
  id: string;
  user_id: string;
  platform_id: string;
  name: string;
  description: string;
  image_url: string;
  tracks_total: number;
  owner: string;
  public: boolean;
  collaborative: boolean;
  external_url: string;
}

export interface PlaylistsResponse {
  items: PlaylistResponse[];
  total: number;
  page: number;
  limit: number;
}

export function toPlaylistResponse(playlist: Omit<Playlist, 'tracks'>): PlaylistResponse {
  return {
    id: String(playlist._id),
    user_id: playlist.user_id,
    platform_id: playlist.platform_id,
    name: playlist.name,
    description: playlist.description,
    image_url: imageUrlOf(playlist),
    tracks_total: playlist.total_tracks,
    owner: playlist.owner_name === '' ? playlist.owner_id : playlist.owner_name,
    public: playlist.public,
    collaborative: playlist.collaborative,
    external_url: playlist.external_url,
  };
}
