import type { Random } from '../random';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ID_LENGTH = 22;

/** An id as the platform gives them to tracks, albums, artists and playlists: 22 base-62 digits. */
export function platformId(random: Random): string {
  let id = '';
  while (id.length < ID_LENGTH) id += DIGITS.charAt(random.integer(0, DIGITS.length - 1));
  return id;
}

/** Whether a text has the form of a platform id. */
export function isPlatformId(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}
