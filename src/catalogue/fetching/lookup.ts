import type { Types } from 'mongoose';
import { chunksOf } from '../../common/chunks';
import { DAY_MS, SECOND_MS } from '../../common/durations';

/** What the platform has told is asked anew after so long: pictures, genres and popularity change. */
const RENEWAL_MS = 90 * DAY_MS;
/** What the platform does not know is not asked again for so long. */
const UNKNOWN_MS = 30 * DAY_MS;
const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = 30 * DAY_MS;
/** By so much a batch shrinks with each failure, until the one record that spoils it stands alone. */
const SHRINKING = 7;

/** A question to the platform about a record. Several kinds of records have several, each in a field of its own. */
export interface Lookup {
  /** When the platform is to be asked next. While somebody is asking, the time until which nobody else may. */
  due_at: Date;
  /** How often in a row asking has failed; absent for never. */
  failures?: number;
  /** Of whoever is asking. */
  claim?: Types.ObjectId;
}

/** A record that nothing has been asked about yet. */
export function neverAsked(now: Date): Lookup {
  return { due_at: now };
}

export function answered(now: Date): Lookup {
  return { due_at: new Date(now.getTime() + RENEWAL_MS) };
}

/** What is not worth a call yet may be so tomorrow. */
export function postponedByADay(now: Date): Lookup {
  return { due_at: new Date(now.getTime() + DAY_MS) };
}

export function answeredUnknown(now: Date): Lookup {
  return { due_at: new Date(now.getTime() + UNKNOWN_MS) };
}

/**
 * Twice as long after each failure: the wait is never much longer than the trouble has lasted, and a record that never
 * comes is asked for ever more rarely, once a month in the end.
 */
export function failedAgain({ failures = 0 }: Pick<Lookup, 'failures'>, now: Date): Lookup {
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  return { due_at: new Date(now.getTime() + waitMs), failures: failures + 1 };
}

/**
 * Cuts records into batches for the platform. One odd record can spoil a whole batch, and nobody knows which: so those
 * whose batch has failed before come in ever smaller ones.
 *
 * @param most records in a batch
 */
export function batchesOf<T>(records: readonly T[], most: number, failuresOf: (record: T) => number): T[][] {
  const bySize = new Map<number, T[]>();
  for (const record of records) {
    const size = Math.max(1, Math.floor(most / SHRINKING ** failuresOf(record)));
    bySize.set(size, [...(bySize.get(size) ?? []), record]);
  }
  return [...bySize].flatMap(([size, alike]) => [...chunksOf(alike, size)]);
}
