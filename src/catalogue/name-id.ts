import { createHash } from 'node:crypto';

const PREFIX = 'name:';

/**
 * The id of a track, artist or album that is known by its names alone: `name:` and 22 base64url characters of the
 * SHA-256 of the names, lower-cased, in Unicode NFC and joined by line feeds.
 *
 * @param names artist and track, artist and album, or the artist alone
 */
export function nameId(...names: string[]): string {
  const text = names.join('\n').normalize('NFC').toLowerCase();
  return PREFIX + createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Whether an id was made from names, so that the platform does not know it. */
export function isNameId(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** Whether an id is the platform's: neither empty nor made of names. */
export function isPlatformId(id: string): boolean {
  return id !== '' && !isNameId(id);
}
