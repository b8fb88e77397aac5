/** How a run measures. */
export interface BenchOptions {
  /** Plays of an import's history. */
  plays: number;
  /** Linked users of a sync cycle. */
  users: number;
  /** Main.js of the build that is measured. */
  entry: string;
  /** Sizes, in plays, through which one user's history grows, from small to large. */
  sizes: readonly number[];
  /** Size of the file of `import-large`. */
  largeBytes: number;
  /** How often what is compared or stated in absolute terms is measured; the median counts. */
  rounds: number;
  /** How the engine under test acknowledges writes, for the reader of the table. */
  syncMode: string;
}

/** What a figure must be like. */
export type Bar = { ratioAtLeast: number } | { ratioAtMost: number } | { atMost: number };

/** One figure of a run, beside what it is compared with. */
export interface BenchRow {
  what: string;
  value: number;
  unit: string;
  /** The same unit, measured in the same run. */
  baseline?: number;
  baselineName?: string;
  bar?: Bar;
  /** Of a figure that is taken at several sizes of the history. */
  series?: Point;
}

/** The place of a figure among those of the same name. */
export interface Point {
  name: string;
  plays: number;
  /** How many times the figure at the smallest size it may be at the largest. */
  growthAtMost?: number;
  /** What something took beside it that is the same at every size: the machine is not as fast at each of them. */
  pace?: number;
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** A number of plays as people write it. */
export const count = (plays: number): string => plays.toLocaleString('en');

export function ratioOf(row: BenchRow): number | undefined {
  return row.baseline === undefined ? undefined : row.value / row.baseline;
}

export function meetsBar(row: BenchRow): boolean {
  const { bar } = row;
  if (bar === undefined) return true;
  if ('atMost' in bar) return row.value <= bar.atMost;
  const ratio = ratioOf(row) ?? NaN;
  return 'ratioAtLeast' in bar ? ratio >= bar.ratioAtLeast : ratio <= bar.ratioAtMost;
}

/**
 * For each figure that may only grow so much: its value at the largest size beside that at the smallest, the latter at the
 * pace that the machine had at the former.
 */
export function growthRows(rows: readonly BenchRow[]): BenchRow[] {
  const names = new Set(rows.flatMap(({ series }) => (series?.growthAtMost === undefined ? [] : [series.name])));
  return [...names].flatMap((name) => {
    const points = rows.filter(({ series }) => series?.name === name);
    const [first, last] = [points[0], points.at(-1)];
    if (first?.series === undefined || last?.series === undefined || first === last) return [];
    return {
      what: `${name}: growth from ${count(first.series.plays)} to ${count(last.series.plays)} plays`,
      value: last.value,
      unit: last.unit,
      baseline: (first.value * (last.series.pace ?? 1)) / (first.series.pace ?? 1),
      baselineName: `${count(first.series.plays)} plays${last.series.pace === undefined ? '' : ', at the same pace'}`,
      bar: { ratioAtMost: last.series.growthAtMost ?? NaN },
    };
  });
}

/** The rows as a Markdown table. */
export function toTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => {
    const ratio = ratioOf(row);
    return [
      row.what,
      `${figure(row.value)} ${row.unit}`,
      row.baseline === undefined ? '' : `${row.baselineName ?? ''} ${figure(row.baseline)}`,
      ratio === undefined ? '' : ratio.toPrecision(ratio < 0.1 ? 1 : 3),
      describeBar(row),
      row.bar === undefined ? '' : meetsBar(row) ? 'met' : 'MISSED',
    ];
  });
  const lines = [
    ['what', 'measured', 'beside', 'ratio', 'bar', ''],
    ['---', '---', '---', '---', '---', '---'],
    ...cells,
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function describeBar({ bar, unit }: BenchRow): string {
  if (bar === undefined) return '';
  if ('atMost' in bar) return `<= ${bar.atMost} ${unit}`;
  return 'ratioAtLeast' in bar ? `>= ${bar.ratioAtLeast}` : `<= ${bar.ratioAtMost}`;
}
