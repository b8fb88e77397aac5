/** An id of the platform: 22 characters of base 62. */
const PLATFORM_ID = /^[0-9A-Za-z]{22}$/;

/** The path of an address, without its host and query. */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0];
  return path === undefined || path === '' ? '/' : path;
}

/** The path with platform ids as `{id}`: `/v1/tracks/{id}`. */
export function routeOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (PLATFORM_ID.test(segment) ? '{id}' : segment))
    .join('/');
}
