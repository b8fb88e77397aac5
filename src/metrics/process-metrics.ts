import { collectDefaultMetrics, Registry } from 'prom-client';
import { METRIC_PREFIX } from './meters';

/** Between two looks at the event loop; more often would keep an idle machine awake. */
const EVENT_LOOP_SAMPLE_MS = 50;

let registry: Registry | undefined;

/**
 * CPU, memory, garbage collection and event-loop delay. These belong to the process, however many applications there
 * are in it (tests start several), and are watched from when they are first asked for.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({
      register: registry,
      prefix: METRIC_PREFIX,
      eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS,
    });
  }
  return registry;
}
