import { ownTurn } from './own-turn';

/** The values in their order, so many at a time; the last may be fewer. */
export function* chunksOf<T>(values: readonly T[], size: number): Generator<T[], void> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}

/**
 * Works on so many values at a time, on several of these chunks side by side, and begins with each in a turn of its own:
 * writing many documents into a message keeps the thread for long.
 *
 * @param atOnce how many chunks are worked on at the most; all of them unless told
 */
export async function inTurns<T, R>(
  values: readonly T[],
  size: number,
  work: (some: T[]) => Promise<R>,
  atOnce = Infinity,
): Promise<R[]> {
  const begun: Promise<R>[] = [];
  for (const some of chunksOf(values, size)) {
    await Promise.allSettled([begun[begun.length - atOnce]]);
    await ownTurn();
    const result = work(some);
    // Its failure is met when all have been begun.
    result.catch(() => undefined);
    begun.push(result);
  }
  return Promise.all(begun);
}
