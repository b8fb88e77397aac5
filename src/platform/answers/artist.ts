import { optionalTextOf } from '../answer-reader';
import { externalUrlOf, imagesOf, type PlatformImage } from './common';
import { isObject, optionalCountOf, optionalObjectOf, textsOf } from './fields';

export interface PlatformArtist {
  platformId: string;
  name: string;
  genres: string[];
  /** 0 to 100; 0 also where the platform does not tell. */
  popularity: number;
  /** 0 also where the platform does not tell. */
  followers: number;
  images: PlatformImage[];
  externalUrl: string;
}

/** Null for what has no id. */
export function readArtist(value: unknown): PlatformArtist | null {
  if (!isObject(value)) return null;
  const platformId = optionalTextOf(value, 'id');
  if (platformId === '') return null;
  return {
    platformId,
    name: optionalTextOf(value, 'name'),
    genres: textsOf(value, 'genres'),
    popularity: optionalCountOf(value, 'popularity'),
    followers: optionalCountOf(optionalObjectOf(value, 'followers'), 'total'),
    images: imagesOf(value),
    externalUrl: externalUrlOf(value),
  };
}
