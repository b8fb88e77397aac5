import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { EngineProcess, engineIn } from '../support/engine-process';
import { anonymousMemoryOf } from '../support/process-memory';
import { insertPlays, LISTENER } from './plays';
import type { BenchOptions, BenchRow } from './report';

const PLAYS = 1_000_000;

/** What the embedded engine needs for a million plays: disk, time to start, memory while all of them are read. */
export async function benchEngineSize({ entry }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  const engine = new EngineProcess(folder, { entry: engineIn(entry) });
  try {
    await engine.start();
    await withPlays(engine, (client) => insertPlays(client.db('playledger_bench').collection('plays'), PLAYS));
    const afterInsert = anonymousMemoryOf(engine.pid);
    await engine.kill('SIGTERM');
    const start = performance.now();
    await engine.start();
    const seconds = await withPlays(engine, async (client) => {
      await client.db().command({ ping: 1 });
      return (performance.now() - start) / 1_000;
    });
    await withPlays(engine, async (client) => {
      const plays = client.db('playledger_bench').collection('plays');
      let read = 0;
      for await (const { user_id } of plays.find({ user_id: LISTENER }).sort({ played_at: -1, _id: -1 }))
        read += Number(user_id === LISTENER);
      if (read !== PLAYS) throw new Error(`Of ${PLAYS} plays ${read} were read`);
    });
    return [
      { what: `engine, ${PLAYS} plays: data folder`, value: sizeOf(folder) / 1e6, unit: 'MB', bar: { atMost: 1_000 } },
      { what: `engine, ${PLAYS} plays: start to the first answer`, value: seconds, unit: 's', bar: { atMost: 2 } },
      { what: `engine, ${PLAYS} plays: RssAnon once all were inserted`, value: afterInsert / 1e6, unit: 'MB' },
      {
        what: `engine, ${PLAYS} plays: RssAnon once all were read`,
        value: anonymousMemoryOf(engine.pid) / 1e6,
        unit: 'MB',
      },
    ];
  } finally {
    await engine.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withPlays<T>(engine: EngineProcess, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(engine.uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder)
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, { blocks }) => sum + blocks * 512, 0);
}
