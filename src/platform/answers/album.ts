import { optionalTextOf } from '../answer-reader';
import {
  artistReferencesOf,
  externalUrlOf,
  imagesOf,
  type PlatformImage,
  type PlatformReference,
  releaseDateOf,
} from './common';
import { isObject, optionalCountOf, textsOf } from './fields';

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
    genres: textsOf(value, 'genres'),
    popularity: optionalCountOf(value, 'popularity'),
    externalUrl: externalUrlOf(value),
  };
}
