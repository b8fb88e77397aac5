import { firstImageUrlOf, objectOf, optionalTextOf } from '../answer-reader';
import { type PlatformAlbum, readAlbum } from './album';
import { isObject } from './fields';
import { type PageRequest, type PlatformPage, readPage } from './page';
import { type PlatformPlaylist, readPlaylist } from './playlist';

/** A kind of music as the platform's own pages sort it. */
export interface PlatformCategory {
  id: string;
  name: string;
  imageUrl: string;
}

export interface FeaturedPlaylists {
  /** The platform's headline over them; "" where there is none. */
  message: string;
  page: PlatformPage<PlatformPlaylist>;
}

/** @throws PlatformAnswerUnexpected when the answer has no page of albums */
export function readNewReleases(body: unknown, page: PageRequest): PlatformPage<PlatformAlbum> {
  return readPage(objectOf(body, 'the list of new releases').albums, page, readAlbum);
}

/** @throws PlatformAnswerUnexpected when the answer has no page of playlists */
export function readFeaturedPlaylists(body: unknown, page: PageRequest): FeaturedPlaylists {
  const featured = objectOf(body, 'the list of featured playlists');
  return { message: optionalTextOf(featured, 'message'), page: readPage(featured.playlists, page, readPlaylist) };
}

/** @throws PlatformAnswerUnexpected when the answer has no page of categories */
export function readCategories(body: unknown, page: PageRequest): PlatformPage<PlatformCategory> {
  return readPage(objectOf(body, 'the list of categories').categories, page, readCategory);
}

/** Null for what has no id. */
function readCategory(value: unknown): PlatformCategory | null {
  if (!isObject(value)) return null;
  const id = optionalTextOf(value, 'id');
  if (id === '') return null;
  return { id, name: optionalTextOf(value, 'name'), imageUrl: firstImageUrlOf({ images: value.icons }) };
}
