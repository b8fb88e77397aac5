import { type JsonObject, optionalTextOf } from '../answer-reader';
import { isObject, listOf, optionalObjectOf, readItems } from './fields';

/** Something of the platform as other things name it. Local files have names without ids; then `platformId` is "". */
export interface PlatformReference {
  platformId: string;
  name: string;
}

export interface PlatformImage {
  url: string;
  height: number | null;
  width: number | null;
}

/** The artists that a track or an album names, the primary one first. */
export function artistReferencesOf(object: JsonObject): PlatformReference[] {
  return readItems(listOf(object, 'artists'), (value) =>
    isObject(value) ? { platformId: optionalTextOf(value, 'id'), name: optionalTextOf(value, 'name') } : null,
  ).items;
}

/** Pictures, the largest first; those without an address are left out. */
export function imagesOf(object: JsonObject): PlatformImage[] {
  return readItems(listOf(object, 'images'), readImage).items;
}

/** Address of the page on which the platform shows this to people. */
export function externalUrlOf(object: JsonObject): string {
  return optionalTextOf(optionalObjectOf(object, 'external_urls'), 'spotify');
}

/**
 * A release date as YYYY-MM-DD. The platform knows some only to the year or month; the first day of it stands for those.
 * "" where it is unknown.
 */
export function releaseDateOf(object: JsonObject): string {
  const [, year, month = '01', day = '01'] =
    /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(optionalTextOf(object, 'release_date')) ?? [];
  return year === undefined || year === '0000' ? '' : `${year}-${month}-${day}`;
}

function readImage(value: unknown): PlatformImage | null {
  if (!isObject(value)) return null;
  const url = optionalTextOf(value, 'url');
  return url === '' ? null : { url, height: sizeOf(value.height), width: sizeOf(value.width) };
}

const sizeOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null);
