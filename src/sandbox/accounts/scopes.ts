/** The scopes an app can ask for, as the platform's published description lists them. */
export const SCOPES: readonly string[] = [
  'app-remote-control',
  'playlist-read-private',
  'playlist-read-collaborative',
  'playlist-modify-public',
  'playlist-modify-private',
  'user-library-read',
  'user-library-modify',
  'user-read-private',
  'user-read-email',
  'user-follow-read',
  'user-follow-modify',
  'user-top-read',
  'user-read-playback-position',
  'user-read-playback-state',
  'user-read-recently-played',
  'user-read-currently-playing',
  'user-modify-playback-state',
  'ugc-image-upload',
  'streaming',
];

/** Splits a space-separated scope parameter. */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter((scope) => scope !== ''))];
}
