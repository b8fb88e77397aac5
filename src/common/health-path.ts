const HEALTH = /^\/api\/health(\/|\?|$)/;

/** Whether this is the address, without its host, of a probe: those are many, and have to be answered come what may. */
export function isHealthPath(url: string): boolean {
  return HEALTH.test(url);
}
