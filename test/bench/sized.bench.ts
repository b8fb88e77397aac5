import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from './attempt';
import { benchExplore } from './explore.bench';
import { GrowingHistory } from './growing-history';
import { benchHttp } from './http/http.bench';
import { benchRebuild } from './rebuild.bench';
import { benchRefresh } from './refresh.bench';
import { type BenchOptions, type BenchRow, count, growthRows } from './report';
import { benchStart } from './start.bench';

type SizedBench = (history: GrowingHistory, options: BenchOptions) => Promise<BenchRow[]>;

/** What is measured at every size of a history, in this order: the last of them starts the service anew. */
export const SIZED_BENCHES: Record<string, SizedBench> = {
  refresh: benchRefresh,
  http: benchHttp,
  explore: benchExplore,
  rebuild: benchRebuild,
  start: benchStart,
};

/** Lets one listener's history grow from size to size, and measures at each of them. */
export async function benchSizes(names: readonly string[], options: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  const benches = Object.entries(SIZED_BENCHES).filter(([name]) => names.includes(name));
  const rows: BenchRow[] = [];
  const history = await GrowingHistory.start(options, folder);
  try {
    for (const size of options.sizes) {
      const of = `${count(size)} plays`;
      rows.push(...(await attempt(`import, ${of}`, () => history.growTo(size))));
      // At a size that was not reached nothing can be measured.
      if (history.plays !== size) break;
      for (const [name, bench] of benches)
        rows.push(...(await attempt(`${name}, ${of}`, () => bench(history, options))));
    }
    return [...rows, ...growthRows(rows)];
  } finally {
    await history.service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
