import type { Artist } from './artist.schema';
import { type AlbumReference, type ArtistReference, type AudioFeatures, imageUrlOf } from './catalogue.types';
import type { Track } from './track.schema';

export interface TrackResponse {
  id: string;
  platform_id: string;
  name: string;
  artists: ArtistReference[];
  album: AlbumReference | null;
  duration_ms: number;
  popularity: number;
  explicit: boolean;
  external_url: string;
  audio_features: AudioFeatures | null;
}

export interface ArtistResponse {
  id: string;
  platform_id: string;
  name: string;
  image_url: string;
  genres: string[];
  popularity: number;
  followers: number;
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
    genres: artist.genres,
    popularity: artist.popularity,
    followers: artist.followers,
    external_url: artist.external_url,
  };
}
