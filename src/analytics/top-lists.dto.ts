import type { Album } from '../catalogue/album.schema';
import { type ArtistResponse, toArtistResponse, toTrackResponse, type TrackResponse } from '../catalogue/catalogue.dto';
import type { Artist } from '../catalogue/artist.schema';
import { imageUrlOf } from '../catalogue/catalogue.types';
import type { Track } from '../catalogue/track.schema';
import type { Period } from '../common/periods';
import type { TopAlbum, TopItem } from './figures/snapshot';

export interface AlbumResponse {
  id: string;
  platform_id: string;
  name: string;
  artists: string[];
  image_url: string;
  release_date: string;
  total_tracks: number;
  /** album, single or compilation. */
  type: string;
  external_url: string;
}

/** What a top list says beside the thing itself. */
export type Ranked<T> = T & Pick<TopItem, 'play_count' | 'total_ms' | 'rank'>;

export interface TopResponse<T> {
  items: Ranked<T>[];
  period: Period;
  /** Entries kept, whatever the limit. */
  total: number;
}

/** @param track the catalogue's record, where it has one */
export function toTopTrack(item: TopItem, track: Track | undefined): Ranked<TrackResponse> {
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
      : toTrackResponse(track);
  return { ...response, ...rankOf(item) };
}

/** @param artist the catalogue's record, where it has one */
export function toTopArtist(item: TopItem, artist: Artist | undefined): Ranked<ArtistResponse> {
  const { platform_id, name, image_url } = item;
  const response: ArtistResponse =
    artist === undefined
      ? { id: '', platform_id, name, image_url, genres: [], popularity: 0, followers: 0, external_url: '' }
      : toArtistResponse(artist);
  return { ...response, ...rankOf(item) };
}

/** @param album the catalogue's record, where it has one */
export function toTopAlbum(item: TopAlbum, album: Album | undefined): Ranked<AlbumResponse> {
  return {
    id: album === undefined ? '' : String(album._id),
    platform_id: album?.platform_id ?? item.platform_id,
    name: item.name,
    artists: album?.artists.map(({ name }) => name) ?? [item.artist_name],
    image_url: album === undefined ? item.image_url : imageUrlOf(album),
    release_date: album?.release_date ?? '',
    total_tracks: album?.total_tracks ?? 0,
    type: album?.album_type ?? '',
    external_url: album?.external_url ?? '',
    ...rankOf(item),
  };
}

function rankOf({ play_count, total_ms, rank }: TopItem): Pick<TopItem, 'play_count' | 'total_ms' | 'rank'> {
  return { play_count, total_ms, rank };
}
