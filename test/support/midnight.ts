import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../src/common/days';
import { MINUTE_MS } from '../../src/common/durations';

/** Waits where in one of some zones a day ends within a minute: what is looked at twice until then is of one day. */
export async function midnightPassed(zones: readonly string[] = ['UTC']): Promise<void> {
  const endsSoon = (zone: string): boolean => dayOf(new Date(Date.now() + MINUTE_MS), zone) !== dayOf(new Date(), zone);
  while (zones.some(endsSoon)) await sleep(1_000);
}
