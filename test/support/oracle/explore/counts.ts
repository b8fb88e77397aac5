import type { SeenPlay } from './lens';

export interface Counts {
  play_count: number;
  total_ms: number;
}

export function countsOf(plays: readonly SeenPlay[]): Counts {
  return { play_count: plays.length, total_ms: plays.reduce((sum, { ms }) => sum + ms, 0) };
}

/** Half away from zero. */
export function round(value: number, decimals: number): number {
  const text = Math.abs(value).toFixed(10);
  const scaled = Number(`${text}e${decimals}`);
  const whole = Math.floor(scaled + 0.5 + 1e-7);
  return Math.sign(value) * Number(`${whole}e-${decimals}`) || 0;
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole, 4);
}

/** Groups plays; the keys are in the order in which they first come. */
export function groupBy<K>(plays: readonly SeenPlay[], keysOf: (play: SeenPlay) => readonly K[]): Map<K, SeenPlay[]> {
  const groups = new Map<K, SeenPlay[]>();
  for (const play of plays) {
    for (const key of keysOf(play)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [play]);
      else group.push(play);
    }
  }
  return groups;
}
