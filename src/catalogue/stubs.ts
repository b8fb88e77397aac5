import { matchKey } from '../common/text';
import type { Album } from './album.schema';
import type { Artist } from './artist.schema';
import { nameId } from './name-id';
import type { Track } from './track.schema';

/** A track as an export file names it. */
export interface NamedTrack {
  /** The platform's id; null where the file gives none. */
  trackId: string | null;
  /** '' where the file has no name. */
  trackName: string;
  artistName: string;
  albumName: string;
}

export function trackStub({ trackId, trackName, artistName, albumName }: NamedTrack, now: Date): Omit<Track, '_id'> {
  return {
    platform_id: trackId ?? nameId(artistName, trackName),
    name: trackName,
    artists: isBlank(artistName) ? [] : [{ platform_id: nameId(artistName), name: artistName }],
    album: isBlank(albumName)
      ? null
      : { platform_id: nameId(artistName, albumName), name: albumName, image_url: '', release_date: '' },
    duration_ms: 0,
    popularity: 0,
    explicit: false,
    preview_url: null,
    external_url: '',
    audio_features: null,
    genres: [],
    fetched_at: now,
    updated_at: now,
    stub: true,
  };
}

/** @returns null where the file names no artist */
export function artistStub({ artistName }: NamedTrack, now: Date): Omit<Artist, '_id'> | null {
  if (isBlank(artistName)) return null;
  return {
    platform_id: nameId(artistName),
    name: artistName,
    name_key: matchKey(artistName),
    genres: [],
    popularity: 0,
    followers: 0,
    images: [],
    external_url: '',
    fetched_at: now,
    updated_at: now,
    stub: true,
  };
}

/** @returns null where the file names no album */
export function albumStub({ artistName, albumName }: NamedTrack, now: Date): Omit<Album, '_id'> | null {
  if (isBlank(albumName)) return null;
  return {
    platform_id: nameId(artistName, albumName),
    name: albumName,
    name_key: matchKey(albumName),
    artist_key: matchKey(artistName),
    album_type: '',
    artists: isBlank(artistName) ? [] : [{ platform_id: nameId(artistName), name: artistName }],
    images: [],
    release_date: '',
    total_tracks: 0,
    genres: [],
    popularity: 0,
    external_url: '',
    fetched_at: now,
    stub: true,
  };
}

function isBlank(name: string): boolean {
  return name.trim() === '';
}
