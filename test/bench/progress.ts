import { loadavg } from 'node:os';

const start = performance.now();

/** Says on stderr what is being measured, with the seconds since the start and the machine's load. */
export function progress(what: string): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stderr.write(`${seconds.padStart(5)} s, load ${loadavg()[0]?.toFixed(1) ?? '?'}: ${what}\n`);
}
