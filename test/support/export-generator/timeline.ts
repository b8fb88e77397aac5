import type { Random } from './random';

const DAY = 86_400_000;

/** How likely a listening session starts in each UTC hour, of 1. */
const HOURLY = [4, 3, 2, 1, 1, 2, 4, 7, 8, 6, 5, 5, 6, 6, 5, 5, 6, 8, 9, 10, 10, 9, 7, 5].map((share) => share / 10);
/** Sunday first, as in `Date.getUTCDay`. */
const WEEKDAY = [1.2, 0.9, 0.9, 1, 1, 1.1, 1.3];

/** The nth given weekday (0 Sunday) of a month (0 January), as a day of that month. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return 1 + ((weekday - first + 7) % 7) + (n - 1) * 7;
}

/**
 * Instants at which a calendar goes wrong easily: the clock changes of America/New_York (07:00 UTC on the second
 * Sunday of March, 06:00 UTC on the first Sunday of November) with the midnights around them, and the edges of a
 * day in Asia/Kolkata (18:30 UTC), whose offset is no whole hour.
 */
export function awkwardInstants(year: number): number[] {
  const spring = Date.UTC(year, 2, nthWeekday(year, 2, 0, 2), 7);
  const autumn = Date.UTC(year, 10, nthWeekday(year, 10, 0, 1), 6);
  const kolkata = Date.UTC(year, 5, 15, 18, 30);
  const around = (instant: number) => [instant - 1000, instant, instant + 1000];
  return [
    ...[spring - 7_200_000, spring, spring + 21 * 3_600_000].flatMap(around),
    ...[autumn - 7_200_000, autumn - 3_600_000, autumn, autumn + 23 * 3_600_000].flatMap(around),
    ...around(kolkata),
    ...[Date.UTC(year, 11, 31, 23, 59, 59), Date.UTC(year, 1, 28, 23, 59, 59)],
  ];
}

function sessionStart(random: Random, windowStart: number): number {
  for (;;) {
    const start = windowStart + random.between(0, DAY - 1);
    if (random.chance(HOURLY[new Date(start).getUTCHours()] ?? 0)) return start;
  }
}

function windowTimes(random: Random, windowStart: number, count: number): number[] {
  const times: number[] = [];
  while (times.length < count) {
    let end = sessionStart(random, windowStart);
    const plays = Math.min(random.between(3, 25), count - times.length);
    for (let i = 0; i < plays && end < windowStart + DAY; i += 1) {
      times.push(Math.floor(end / 1000) * 1000);
      end += random.between(20, 270) * 1000;
    }
  }
  return times;
}

/**
 * The ends of exactly `records` plays in whole seconds, oldest first, all before `endMs`: listening in sessions,
 * more in the evening and at weekends, on some days much more than on others.
 *
 * Nothing is played in the 48 hours that end three days before `endMs`. A whole calendar day lies in them in every
 * time zone, so the listening streak is short and the same whether or not it is cut at the start of a period.
 */
export function* listeningTimes(random: Random, records: number, years: number, endMs: number): Generator<number> {
  const days = Math.max(8, Math.round(years * 365.25));
  const weights: number[] = [];
  for (let back = days - 1; back >= 0; back -= 1) {
    const weekday = WEEKDAY[new Date(endMs - (back + 1) * DAY).getUTCDay()] ?? 1;
    const mood = 0.3 + 1.4 * random.next();
    weights.push(back === 3 || back === 4 ? 0 : weekday * mood);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let cumulative = 0;
  let made = 0;
  for (const [index, weight] of weights.entries()) {
    cumulative += weight;
    const count = Math.round((records * cumulative) / total) - made;
    if (count <= 0) continue;
    made += count;
    const windowStart = endMs - (days - index) * DAY;
    const years = new Set([windowStart, windowStart + DAY].map((instant) => new Date(instant).getUTCFullYear()));
    const fixed = [...years]
      .flatMap(awkwardInstants)
      .filter((instant) => instant >= windowStart && instant < windowStart + DAY);
    const kept = fixed.slice(0, count);
    const times = [...kept, ...windowTimes(random, windowStart, count - kept.length)];
    yield* times.sort((a, b) => a - b);
  }
}
