/** Each of the values once, in the order in which they first come. */
export function unique<T>(values: Iterable<T>): T[] {
  return [...new Set(values)];
}
