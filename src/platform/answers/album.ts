import { optionalTextOf } from '../answer-reader';
import {
  artistReferencesOf,
  externalUrlOf,
  imagesOf,
  type PlatformImage,
  type PlatformReference,
  releaseDateOf,
} from './common';
import { isObject, listOf, optionalCountOf, optionalObjectOf, readItems, textsOf } from './fields';

/** A track as its album lists it. */
export interface PlatformAlbumTrack extends PlatformReference {
  /** 1 for the first; 0 where the platform does not tell. */
  discNumber: number;
  /** On its disc, 1 for the first. */
  trackNumber: number;
  durationMs: number;
}

export interface PlatformAlbum {
  platformId: string;
  name: string;
  /** album, single or compilation. */
  albumType: string;
  artists: PlatformReference[];
  images: PlatformImage[];
  /** YYYY-MM-DD, "" where unknown. */
  releaseDate: string;
  totalTracks: number;
  /** Its first 50; none where the platform tells of the album without them. */
  tracks: PlatformAlbumTrack[];
  genres: string[];
  /** 0 to 100; 0 also where the platform does not tell. */
  popularity: number;
  externalUrl: string;
}

/** Null for what has no id. */
export function readAlbum(value: unknown): PlatformAlbum | null {
  if (!isObject(value)) return null;
  const platformId = optionalTextOf(value, 'id');
  if (platformId === '') return null;
  return {
    platformId,
    name: optionalTextOf(value, 'name'),
    albumType: optionalTextOf(value, 'album_type'),
    artists: artistReferencesOf(value),
    images: imagesOf(value),
    releaseDate: releaseDateOf(value),
    totalTracks: optionalCountOf(value, 'total_tracks'),
    tracks: readItems(listOf(optionalObjectOf(value, 'tracks'), 'items'), readAlbumTrack).items,
    genres: textsOf(value, 'genres'),
    popularity: optionalCountOf(value, 'popularity'),
    externalUrl: externalUrlOf(value),
  };
}

/** Null for what has no id, or no place on the album. */
export function readAlbumTrack(value: unknown): PlatformAlbumTrack | null {
  if (!isObject(value)) return null;
  const platformId = optionalTextOf(value, 'id');
  const trackNumber = optionalCountOf(value, 'track_number');
  if (platformId === '' || trackNumber === 0) return null;
  return {
    platformId,
    name: optionalTextOf(value, 'name'),
    discNumber: optionalCountOf(value, 'disc_number'),
    trackNumber,
    durationMs: optionalCountOf(value, 'duration_ms'),
  };
}
