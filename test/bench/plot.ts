import type { BenchRow } from './report';

const WIDTH = 980;
const PANEL_HEIGHT = 360;
const PLOT = { left: 70, right: 640, top: 50, bottom: 310 };
const LEGEND_X = 670;
const LEGEND_STEP = 22;
/** Told apart also by those who see few colours: Okabe and Ito's, on white. */
const COLOURS = ['#000000', '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f'];
const MARKERS = ['circle', 'square', 'diamond'] as const;

interface Series {
  name: string;
  points: { plays: number; ms: number }[];
}

/** Maps a figure to a coordinate, on a logarithmic axis between two powers of ten. */
interface Axis {
  decades: number[];
  at: (value: number) => number;
}

/** Latency against the size of the history, of every read that was measured, as an SVG with a panel for each part. */
export function plotLatencies(rows: readonly BenchRow[]): string {
  const series = seriesOf(rows);
  if (series.length === 0) throw new Error('There is nothing to plot: --plot needs the bench "http".');
  const isOfHistory = ({ name }: Series): boolean => name.startsWith('history');
  const isOfExplore = ({ name }: Series): boolean => name.startsWith('explore');
  const panels = (
    [
      ['Figures and jobs', series.filter((each) => !isOfHistory(each) && !isOfExplore(each))],
      ['History', series.filter(isOfHistory)],
      ['Explore', series.filter(isOfExplore)],
    ] satisfies [string, Series[]][]
  ).filter(([, lines]) => lines.length > 0);
  const all = series.flatMap(({ points }) => points);
  const x = axis(
    all.map(({ plays }) => plays),
    PLOT.left,
    PLOT.right,
  );
  const y = axis(
    all.map(({ ms }) => ms),
    PLOT.bottom,
    PLOT.top,
  );
  const drawn = panels.map(
    ([title, lines], index) => `<g transform="translate(0 ${index * PANEL_HEIGHT})">${panel(title, lines, x, y)}</g>`,
  );
  const height = panels.length * PANEL_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" role="img" aria-label="Latency against history size">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function seriesOf(rows: readonly BenchRow[]): Series[] {
  const series = new Map<string, Series>();
  for (const { series: point, value, what } of rows) {
    if (point === undefined || !what.endsWith('p50')) continue;
    const { name, plays } = point;
    const known = series.get(name) ?? { name, points: [] };
    known.points.push({ plays, ms: value });
    series.set(name, known);
  }
  return [...series.values()];
}

function axis(values: readonly number[], from: number, to: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    decades: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  };
}

function panel(title: string, lines: readonly Series[], x: Axis, y: Axis): string {
  const { left, right, top, bottom } = PLOT;
  return [
    `<text x="${left}" y="${top - 22}" font-size="16" font-weight="bold">${title}</text>`,
    ...x.decades.map((plays) => {
      const at = place(x.at(plays));
      return `<path d="M${at} ${top}V${bottom}" stroke="#ddd"/><text x="${at}" y="${bottom + 18}" text-anchor="middle">${plays.toLocaleString('en')}</text>`;
    }),
    ...y.decades.map((ms) => {
      const at = place(y.at(ms));
      return `<path d="M${left} ${at}H${right}" stroke="#ddd"/><text x="${left - 8}" y="${at + 4}" text-anchor="end">${ms.toLocaleString('en')}</text>`;
    }),
    `<text x="${(left + right) / 2}" y="${bottom + 38}" text-anchor="middle">plays in the history</text>`,
    `<text transform="translate(20 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">median, ms</text>`,
    ...lines.map((line, index) => curve(line, index, x, y)),
  ].join('\n');
}

function curve({ name, points }: Series, index: number, x: Axis, y: Axis): string {
  const colour = COLOURS[index % COLOURS.length] ?? '#000';
  const marker = MARKERS[index % MARKERS.length] ?? 'circle';
  const places = points.map(({ plays, ms }): [number, number] => [place(x.at(plays)), place(y.at(ms))]);
  const legendY = PLOT.top + 10 + index * LEGEND_STEP;
  return [
    `<polyline points="${places.map(([px, py]) => `${px},${py}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map(([px, py]) => mark(marker, px, py, colour)),
    `<path d="M${LEGEND_X} ${legendY}h30" stroke="${colour}" stroke-width="2"/>${mark(marker, LEGEND_X + 15, legendY, colour)}`,
    `<text x="${LEGEND_X + 40}" y="${legendY + 4}">${escape(name)}</text>`,
  ].join('\n');
}

function mark(marker: (typeof MARKERS)[number], x: number, y: number, colour: string): string {
  if (marker === 'circle') return `<circle cx="${x}" cy="${y}" r="4" fill="${colour}"/>`;
  const turn = marker === 'diamond' ? ` transform="rotate(45 ${x} ${y})"` : '';
  return `<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7" fill="${colour}"${turn}/>`;
}

const place = (coordinate: number): number => Math.round(coordinate * 10) / 10;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
