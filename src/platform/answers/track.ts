import { firstImageUrlOf, optionalTextOf } from '../answer-reader';
import { artistReferencesOf, externalUrlOf, type PlatformReference, releaseDateOf } from './common';
import { isObject, optionalCountOf } from './fields';

/** An album as a track names it. */
export interface PlatformTrackAlbum extends PlatformReference {
  imageUrl: string;
  /** YYYY-MM-DD, "" where unknown. */
  releaseDate: string;
}

export interface PlatformTrack {
  platformId: string;
  /** The id asked for, where the platform plays this track in the place of another; else null. */
  linkedFromId: string | null;
  name: string;
  artists: PlatformReference[];
  album: PlatformTrackAlbum | null;
  durationMs: number;
  /** 1 for the first disc of the album, and the first track of the disc; 0 where the platform does not tell. */
  discNumber: number;
  trackNumber: number;
  /** 0 to 100; 0 also where the platform does not tell. */
  popularity: number;
  explicit: boolean;
  /** A clip of 30 s. */
  previewUrl: string | null;
  externalUrl: string;
}

/** Null for what is no track of the platform: an episode, a local file, nothing. */
export function readTrack(value: unknown): PlatformTrack | null {
  if (!isObject(value) || (value.type !== undefined && value.type !== 'track')) return null;
  const platformId = optionalTextOf(value, 'id');
  if (platformId === '') return null;
  return {
    platformId,
    linkedFromId: isObject(value.linked_from) ? optionalTextOf(value.linked_from, 'id') || null : null,
    name: optionalTextOf(value, 'name'),
    artists: artistReferencesOf(value),
    album: readTrackAlbum(value.album),
    durationMs: optionalCountOf(value, 'duration_ms'),
    discNumber: optionalCountOf(value, 'disc_number'),
    trackNumber: optionalCountOf(value, 'track_number'),
    popularity: optionalCountOf(value, 'popularity'),
    explicit: value.explicit === true,
    previewUrl: optionalTextOf(value, 'preview_url') || null,
    externalUrl: externalUrlOf(value),
  };
}

function readTrackAlbum(value: unknown): PlatformTrackAlbum | null {
  if (!isObject(value)) return null;
  return {
    platformId: optionalTextOf(value, 'id'),
    name: optionalTextOf(value, 'name'),
    imageUrl: firstImageUrlOf(value),
    releaseDate: releaseDateOf(value),
  };
}
