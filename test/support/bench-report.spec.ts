import { plotLatencies } from '../bench/plot';
import { type BenchRow, growthRows, meetsBar, ratioOf, toTable } from '../bench/report';
import { median } from './median';

const row = (fields: Partial<BenchRow>): BenchRow => ({ what: 'reads', value: 6, unit: 'ms', ...fields });

describe('the figures of a bench', () => {
  it.each([
    [[5, 1, 3], 3],
    [[4, 1, 2, 3], 2.5],
    [[], NaN],
  ])('have of %p the median %p', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it.each([
    ['no more than a figure', { bar: { atMost: 6 } }, true],
    ['no more than a smaller figure', { bar: { atMost: 5.9 } }, false],
    ['at least a share of another', { baseline: 10, bar: { ratioAtLeast: 0.6 } }, true],
    ['at least a larger share', { baseline: 10, bar: { ratioAtLeast: 0.61 } }, false],
    ['at most so many times another', { baseline: 4, bar: { ratioAtMost: 1.5 } }, true],
    ['at most fewer times', { baseline: 4, bar: { ratioAtMost: 1.4 } }, false],
    ['at least a share of what was not measured', { bar: { ratioAtLeast: 0.6 } }, false],
    ['nothing', {}, true],
  ])('must be %s', (_case, fields, expected) => {
    expect(meetsBar(row(fields))).toBe(expected);
  });

  it('that were not measured meet no bar', () => {
    const notMeasured = row({ value: NaN, baseline: 4 });
    expect(meetsBar({ ...notMeasured, bar: { atMost: 6 } })).toBe(false);
    expect(meetsBar({ ...notMeasured, bar: { ratioAtMost: 6 } })).toBe(false);
  });

  it('are compared at the largest and at the smallest size', () => {
    const at = (plays: number, value: number) => row({ value, series: { name: 'reads', plays, growthAtMost: 1.3 } });
    const unbounded = row({ series: { name: 'pages', plays: 10_000 } });
    const [growth, ...others] = growthRows([at(10_000, 4), unbounded, at(100_000, 9), at(1_000_000, 6)]);
    expect(others).toEqual([]);
    expect(growth).toMatchObject({
      what: 'reads: growth from 10,000 to 1,000,000 plays',
      baseline: 4,
      bar: { ratioAtMost: 1.3 },
    });
    expect(growth && ratioOf(growth)).toBe(1.5);
    expect(growthRows([at(10_000, 4)])).toEqual([]);
  });

  it('are compared at the pace that the machine had at the largest size', () => {
    const at = (plays: number, value: number, pace: number) =>
      row({ value, series: { name: 'reads', plays, growthAtMost: 1.3, pace } });
    const [growth] = growthRows([at(10_000, 4, 2), at(1_000_000, 6, 3)]);
    expect(growth).toMatchObject({ value: 6, baseline: 6, baselineName: '10,000 plays, at the same pace' });
  });

  it('are a table', () => {
    const lines = toTable([
      row({ baseline: 4, baselineName: 'bare', bar: { ratioAtMost: 1.4 } }),
      row({ what: 'start', value: 1234, bar: { atMost: 2_000 } }),
    ]).split('\n');
    expect(lines.slice(2)).toEqual([
      '| reads | 6.00 ms | bare 4.00 | 1.50 | <= 1.4 | MISSED |',
      '| start | 1234 ms |  |  | <= 2000 ms | met |',
    ]);
  });
});

describe('the picture of latencies', () => {
  const latency = (name: string, plays: number, value: number) =>
    row({ what: `${name}: p50`, value, series: { name, plays } });
  const svg = plotLatencies([
    latency('overview', 10_000, 1),
    latency('overview', 1_000_000, 10),
    latency('history <first> page', 100_000, 100),
    row({ what: 'roll-ups', series: { name: 'roll-ups', plays: 10_000 } }),
  ]);

  it('has both axes in powers of ten', () => {
    // A hundredfold is the width and the height of the plot, tenfold half of it.
    expect(svg).toContain('points="70,310 640,180"');
    for (const label of ['10,000', '100,000', '1,000,000', '1', '10', '100']) expect(svg).toContain(`>${label}</text>`);
  });

  it('names every read, and nothing that is no latency', () => {
    expect(svg).toContain('>overview</text>');
    expect(svg).toContain('>history &lt;first> page</text>');
    expect(svg).not.toContain('roll-ups');
  });

  it('is not drawn of nothing', () => {
    expect(() => plotLatencies([row({})])).toThrow('--plot needs the bench "http"');
  });
});
