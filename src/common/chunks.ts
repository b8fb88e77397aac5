/** The values in their order, so many at a time; the last may be fewer. */
export function* chunksOf<T>(values: readonly T[], size: number): Generator<T[], void> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
