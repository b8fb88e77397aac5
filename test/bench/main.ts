import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../src/common/run-command';
import { attempt } from './attempt';
import { benchesOf } from './benches';
import { type BenchCommand, readCommand } from './command-line';
import { GivenServer } from './given-server';
import { plotLatencies } from './plot';
import { type BenchRow, meetsBar, toTable } from './report';
import { inRunFolder } from './run-folder';

const RESULTS = join(__dirname, '../../bench/results.json');
const PICTURE = join(__dirname, '../../docs/performance.svg');

/** `npm run bench`: see docs/performance.md. */
async function main(args: string[]): Promise<void> {
  const command = readCommand(args);
  const benches = benchesOf(command);
  // Where the embedded engine is asked for, no process is to hear of another.
  if (command.engine === 'embedded') delete process.env.MONGODB_URI;
  const server = GivenServer.inUse();
  await inRunFolder(async () => {
    await server?.mustBeEmpty();
    const loadAtStart = load();
    const rows: BenchRow[] = [];
    for (const [name, bench] of benches) {
      rows.push(...(await attempt(name, () => bench(command.options))));
      await server?.empty();
    }
    tell(command, loadAtStart, rows);
    if (command.plot) writeFileSync(PICTURE, plotLatencies(rows));
  });
}

/** The figures on stdout and in a file, with what they were taken on. */
function tell({ engine, options: { syncMode } }: BenchCommand, loadAtStart: number, rows: readonly BenchRow[]): void {
  const machine = { cores: cpus().length, node: process.version, loadAtStart, loadAtEnd: load() };
  const engineName = engine === 'embedded' ? 'embedded engine' : 'engine of MONGODB_URI';
  console.log(
    `${machine.cores} cores, load ${loadAtStart} at the start and ${machine.loadAtEnd} at the end, ` +
      `Node ${machine.node}, ${engineName}, writes ${syncMode}\n\n${toTable(rows)}`,
  );
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, JSON.stringify({ machine, engine: engineName, syncMode, rows }, null, 2));
  if (!rows.every(meetsBar)) process.exitCode = 1;
}

/** Of the last minute: how many processes wanted a core. */
function load(): number {
  return Math.round((loadavg()[0] ?? NaN) * 10) / 10;
}

// It ends this process: a connection that a bench could not close, because it failed, keeps nobody waiting.
runCommand(main);
