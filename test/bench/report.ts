export interface BenchOptions {
  /** Plays of an import's history. */
  plays: number;
  /** Linked users of a sync cycle. */
  users: number;
  /** Main.js of the build that is measured. */
  entry: string;
}

/** One figure of a run, beside what it is compared with. */
export interface BenchRow {
  what: string;
  value: number;
  unit: string;
  /** The same unit, measured in the same run. */
  baseline?: number;
  baselineName?: string;
  bar?: { ratioAtLeast: number } | { atMost: number };
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function ratioOf(row: BenchRow): number | undefined {
  return row.baseline === undefined ? undefined : row.value / row.baseline;
}

export function meetsBar(row: BenchRow): boolean {
  if (row.bar === undefined) return true;
  return 'atMost' in row.bar ? row.value <= row.bar.atMost : (ratioOf(row) ?? 0) >= row.bar.ratioAtLeast;
}

/** The rows as a Markdown table. */
export function toTable(rows: BenchRow[]): string {
  const cells = rows.map((row) => {
    const ratio = ratioOf(row);
    const bar =
      row.bar === undefined
        ? ''
        : 'atMost' in row.bar
          ? `<= ${row.bar.atMost} ${row.unit}`
          : `>= ${row.bar.ratioAtLeast}`;
    return [
      row.what,
      `${figure(row.value)} ${row.unit}`,
      row.baseline === undefined ? '' : `${row.baselineName ?? ''} ${figure(row.baseline)}`,
      ratio === undefined ? '' : ratio.toFixed(2),
      bar,
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
