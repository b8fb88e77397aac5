import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../src/common/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/common/durations';

/** What happens at an hour is done so long after it. */
const AFTER_MS = 5 * SECOND_MS;

/** Waits where in one of some zones a day ends within a minute: what is looked at twice until then is of one day. */
export async function midnightPassed(zones: readonly string[] = ['UTC']): Promise<void> {
  const endsSoon = (zone: string): boolean => dayOf(new Date(Date.now() + MINUTE_MS), zone) !== dayOf(new Date(), zone);
  while (zones.some(endsSoon)) await sleep(SECOND_MS);
}

/** Waits where one of some hours of UTC, at which the service does something by itself, comes within a minute. */
export async function clearOf(hours: readonly number[]): Promise<void> {
  const now = Date.now() % DAY_MS;
  const soonest = Math.min(...hours.map((hour) => (hour * HOUR_MS + AFTER_MS - now + DAY_MS) % DAY_MS));
  if (soonest < MINUTE_MS + AFTER_MS) await sleep(soonest);
}

/**
 * What is told on one day of the zone, and a time of that day. Figures end with the day on which they are asked for, so
 * that they are asked for again where midnight came between.
 */
export async function onOneDay<Told>(zone: string, ask: () => Promise<Told>): Promise<{ told: Told; at: Date }> {
  for (;;) {
    const at = new Date();
    const told = await ask();
    if (dayOf(new Date(), zone) === dayOf(at, zone)) return { told, at };
  }
}
