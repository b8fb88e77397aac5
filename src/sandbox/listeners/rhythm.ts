import type { Rhythm } from './listener.types';

/** How likely a session starts in each hour of the listener's day, from midnight on. */
interface Hours {
  weekday: readonly number[];
  weekend: readonly number[];
}

// prettier-ignore
const HOURS: Readonly<Record<Rhythm, Hours>> = {
  early: {
    weekday: [0, 0, 0, 0, 0, 3, 9, 8, 3, 1, 1, 1, 2, 1, 1, 1, 2, 4, 4, 3, 2, 1, 0, 0],
    weekend: [0, 0, 0, 0, 0, 1, 4, 7, 8, 7, 5, 3, 2, 2, 2, 2, 3, 4, 4, 3, 2, 1, 0, 0],
  },
  office: {
    weekday: [0, 0, 0, 0, 0, 0, 3, 8, 7, 4, 4, 4, 3, 3, 4, 4, 5, 8, 6, 3, 3, 2, 1, 0],
    weekend: [1, 0, 0, 0, 0, 0, 0, 1, 2, 4, 5, 5, 4, 4, 4, 4, 4, 4, 5, 5, 4, 3, 2, 1],
  },
  evening: {
    weekday: [1, 0, 0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 1, 1, 1, 1, 3, 5, 7, 9, 9, 8, 5, 2],
    weekend: [2, 1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 4, 4, 5, 6, 8, 9, 9, 8, 6, 4],
  },
  night: {
    weekday: [9, 8, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 4, 5, 7, 8, 9],
    weekend: [10, 10, 9, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 6, 7, 9, 10],
  },
};

/** Weights of the 24 hours for a kind of day. */
export function hourWeights(rhythm: Rhythm, weekend: boolean): readonly number[] {
  return weekend ? HOURS[rhythm].weekend : HOURS[rhythm].weekday;
}
