/**
 * How much a series grows from its beginning to its end, by the median of the slopes between each two of its values
 * (Theil and Sen): where memory is looked at, one value that was taken just after a collection tilts no line.
 */
export function growth(series: readonly number[]): number {
  const slopes = series
    .flatMap((later, end) => series.slice(0, end).map((earlier, start) => (later - earlier) / (end - start)))
    .sort((a, b) => a - b);
  const middle = (slopes.length - 1) / 2;
  const [low, high] = [slopes[Math.floor(middle)] ?? 0, slopes[Math.ceil(middle)] ?? 0];
  return ((low + high) / 2) * (series.length - 1);
}
