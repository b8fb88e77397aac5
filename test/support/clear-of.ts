import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../src/common/durations';

/** What must not be disturbed takes less than this. */
const BEFORE_MS = 60_000;
/** What happens at such a time is done after this. */
const AFTER_MS = 5_000;

/** Waits until an hour of UTC is past that would come within the next minute, such as one after which figures are others. */
export async function clearOf(...hours: number[]): Promise<void> {
  const now = Date.now() % DAY_MS;
  const soonest = Math.min(...hours.map((hour) => (hour * HOUR_MS + AFTER_MS - now + DAY_MS) % DAY_MS));
  if (soonest < BEFORE_MS + AFTER_MS) await sleep(soonest);
}
