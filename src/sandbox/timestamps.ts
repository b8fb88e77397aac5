/** ISO 8601 without milliseconds, as most timestamps of the platform are. */
export function wholeSeconds(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
