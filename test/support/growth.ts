/** How much a series grows from its beginning to its end, by the line of least squares through it. */
export function growth(series: readonly number[]): number {
  const middle = (series.length - 1) / 2;
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  const rise = series.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const spread = series.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return (rise / spread) * (series.length - 1);
}
