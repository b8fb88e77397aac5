import { median } from './median';

/**
 * How much a series grows from its beginning to its end, by the median of the slopes between each two of its values
 * (Theil and Sen): where memory is looked at, one value that was taken just after a collection tilts no line.
 */
export function growth(series: readonly number[]): number {
  const slopes = series.flatMap((later, end) =>
    series.slice(0, end).map((earlier, start) => (later - earlier) / (end - start)),
  );
  return slopes.length === 0 ? 0 : median(slopes) * (series.length - 1);
}
