/** A number with so many decimals; half rounds away from zero. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  // One more than a double is exact to, so that 1.005 counts as the half that it is written as.
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / factor || 0;
}

/** A part of a whole, 4 decimals; 0 where there is none. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole, 4);
}

/** By how many percent a number is another than before, 1 decimal; null where it was 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : rounded(((now - before) / before) * 100, 1);
}
