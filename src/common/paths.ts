const HEALTH = /^\/api\/health(\/|\?|$)/;

/** Whether this is the address, without its host, of a probe: those are many, and have to be answered come what may. */
export function isHealthPath(url: string): boolean {
  return HEALTH.test(url);
}

const EXPLORE = /^\/api\/v1\/explore(\/|\?|$)/;

/** Whether this is the address, without its host, of a question about one's own plays. */
export function isExplorePath(url: string): boolean {
  return EXPLORE.test(url);
}
