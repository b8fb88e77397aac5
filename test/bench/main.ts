import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchEngine } from './engine.bench';
import { benchEngineSize } from './engine-size.bench';
import { benchImport } from './import.bench';
import { type BenchOptions, type BenchRow, meetsBar, toTable } from './report';
import { benchSync } from './sync.bench';

const BENCHES: Record<string, (options: BenchOptions) => Promise<BenchRow[]>> = {
  engine: benchEngine,
  'engine-size': benchEngineSize,
  import: benchImport,
  sync: benchSync,
};
const BUILD = join(__dirname, '../../dist/main.js');
const RESULTS = join(__dirname, '../../bench/results.json');

/** `npm run bench -- [NAME...] [--plays N] [--users N] [--runs N] [--entry MAIN_JS]`; MONGODB_URI names another engine than the embedded one for import and sync. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plays: { type: 'string', default: '300000' },
      users: { type: 'string', default: '1000' },
      runs: { type: 'string', default: '1' },
      entry: { type: 'string', default: BUILD },
    },
  });
  const options: BenchOptions = { plays: Number(values.plays), users: Number(values.users), entry: values.entry };
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
  const rows: BenchRow[] = [];
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined)
      throw new Error(`There is no bench "${name}"; there are: ${Object.keys(BENCHES).join(', ')}`);
    for (let run = 0; run < Number(values.runs); run++) rows.push(...(await bench(options)));
  }
  const engine = process.env.MONGODB_URI === undefined ? 'embedded engine' : 'engine of MONGODB_URI';
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1) ?? '?'}, ${engine}\n`);
  console.log(toTable(rows));
  mkdirSync(join(RESULTS, '..'), { recursive: true });
  writeFileSync(RESULTS, JSON.stringify({ engine, rows }, null, 2));
  if (!rows.every(meetsBar)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
