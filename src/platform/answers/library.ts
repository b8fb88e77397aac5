import { objectOf, optionalTextOf } from '../answer-reader';
import { type PlatformAlbum, readAlbum } from './album';
import { type PlatformArtist, readArtist } from './artist';
import { isObject, listOf, optionalCountOf, optionalDateOf, optionalObjectOf, readItems } from './fields';

/** Part of the list of artists that a user follows, which the platform pages by a cursor. */
export interface FollowedArtists {
  artists: PlatformArtist[];
  /** Entries in the answer, those of no use included. */
  received: number;
  /** Length of the whole list, as far as the platform tells. */
  total: number;
  /** After which artist the next part begins; null for the last part. */
  after: string | null;
}

export interface PlatformSavedAlbum {
  /** Null where the platform does not tell. */
  addedAt: Date | null;
  album: PlatformAlbum;
}

/** @throws PlatformAnswerUnexpected when the answer has no list of artists */
export function readFollowedArtists(body: unknown): FollowedArtists {
  const page = objectOf(objectOf(body, 'the answer').artists, 'the list of followed artists');
  const entries = listOf(page, 'items');
  return {
    artists: readItems(entries, readArtist).items,
    received: entries.length,
    total: optionalCountOf(page, 'total'),
    after: optionalTextOf(optionalObjectOf(page, 'cursors'), 'after') || null,
  };
}

/** Null for an entry without an album. */
export function readSavedAlbum(value: unknown): PlatformSavedAlbum | null {
  if (!isObject(value)) return null;
  const album = readAlbum(value.album);
  return album === null ? null : { addedAt: optionalDateOf(value, 'added_at'), album };
}
