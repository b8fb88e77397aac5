import { collectDefaultMetrics, Registry } from 'prom-client';
import { METRIC_PREFIX } from './meters';

let registry: Registry | undefined;

/**
 * CPU, memory, garbage collection and event-loop delay. These belong to the process, however many applications there
 * are in it (tests start several), and are watched from when they are first asked for.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: METRIC_PREFIX });
  }
  return registry;
}
