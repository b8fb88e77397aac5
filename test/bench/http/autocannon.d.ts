declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Options {
    url: string;
    headers: Record<string, string>;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between the samples at which it also looks whether it is time to end. */
    sampleInt: number;
    /** Seconds. */
    timeout: number;
  }

  interface Result {
    /** Time-outs included. */
    errors: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  /** @returns emits `response` (client, status, bytes, milliseconds) for every answer */
  function autocannon(options: Options, done: (error: Error | null, result: Result) => void): EventEmitter;

  export = autocannon;
}
