import { cpus, loadavg } from 'node:os';
import { parseOptions, runCommand } from '../../src/common/run-command';
import { meetsBar, toTable } from '../bench/report';
import { mixedLoad } from './mixed-load';
import { backlog, slowUploads } from './queues';
import { startScene } from './scene';

/** Of what the service has printed, when a bar was missed; in characters. */
const LOG_TAIL = 20_000;

/** Many clients at once on the build in dist/, and what it does to it. */
async function main(args: string[]): Promise<void> {
  const { values } = parseOptions(
    { args, options: { minutes: { type: 'string', default: '5' }, connections: { type: 'string', default: '200' } } },
    'npm run load -- [--minutes N] [--connections N]',
  );
  const scene = await startScene('build', 20_000);
  try {
    const rows = [
      ...(await mixedLoad(scene, {
        connections: Number(values.connections),
        seconds: Number(values.minutes) * 60,
        records: 50_000,
        mostP99Ms: 3_000,
      })),
      ...(await slowUploads(scene, { uploads: 100, seconds: 20 })),
      ...(await backlog(scene, 300)),
    ];
    console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1) ?? '?'}\n\n${toTable(rows)}`);
    if (!rows.every(meetsBar)) {
      console.log(`\nWhat the service has printed last:\n${scene.service.printed().slice(-LOG_TAIL)}`);
      process.exitCode = 1;
    }
  } finally {
    await scene.close();
  }
}

runCommand(main);
