import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { open } from 'lmdb';
import { Collection, Filter, MongoClient } from 'mongodb';
import { startEngine } from '../../src/local-services/embedded-mongo/server';

interface Play {
  _id: number;
  user: string;
  at: Date;
  tags: string[];
  n: number;
}

const USERS = ['ann', 'bob', 'cid'];

describe('the embedded engine and its data file', () => {
  let folder: string;
  let socketPath: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-'));
    socketPath = join(folder, 'engine.sock');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('every acknowledged write survives a killed process, and indexes agree with documents', async () => {
    const first = await startProcess();
    const client = new MongoClient(uri(), { serverSelectionTimeoutMS: 2000 });
    const plays = client.db('app').collection<Play>('plays');
    await plays.createIndexes([
      { key: { user: 1, at: -1 } },
      { key: { tags: 1 } },
      { key: { user: 1, n: 1 }, unique: true },
    ]);
    const acknowledged = new Map<number, number>();
    const writer = writeUntilFailure(plays, acknowledged);
    while (acknowledged.size < 2000) await new Promise(setImmediate);
    first.kill('SIGKILL');
    await once(first, 'exit');
    await writer;
    await client.close();

    const second = await startProcess();
    const restarted = await MongoClient.connect(uri());
    const stored = restarted.db('app').collection<Play>('plays');
    const all = await stored.find().hint('_id_').toArray();
    const byId = new Map(all.map((play) => [play._id, play]));
    for (const [id, n] of acknowledged) expect(byId.get(id)?.n).toBeGreaterThanOrEqual(n);
    for (const user of USERS) {
      const expected = all.filter((play) => play.user === user).length;
      expect(await countBy(stored, { user }, { user: 1, at: -1 })).toBe(expected);
      expect(await countBy(stored, { user }, { user: 1, n: 1 })).toBe(expected);
    }
    expect(await countBy(stored, { tags: 'even' }, { tags: 1 })).toBe(
      all.filter((p) => p.tags.includes('even')).length,
    );
    await restarted.close();
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  });

  test('a second process on the same folder is refused in one sentence', async () => {
    const engine = await startEngine({ dataDir: folder, socketPath });
    const second = spawnEngine(join(folder, 'other.sock'));
    const [line] = (await once(createInterface({ input: second.stderr }), 'line')) as [string];
    expect(line).toBe(
      `The data folder ${folder} is in use by process ${process.pid}; stop that process or choose another folder.`,
    );
    expect(await once(second, 'exit')).toEqual([1, null]);
    await engine.close();
  });

  test('a file of a later version is refused', async () => {
    await (await startEngine({ dataDir: folder, socketPath })).close();
    const root = open<Buffer, Buffer>({ path: dataFile(), encoding: 'binary', keyEncoding: 'binary' });
    root.putSync(Buffer.from('format'), Buffer.from('2'));
    await root.close();
    await expect(startEngine({ dataDir: folder, socketPath })).rejects.toThrow(/format 2, written by a later version/);
  });

  test.each([
    [
      'is no data file',
      (path: string): void => {
        writeFileSync(path, 'x'.repeat(20_000));
      },
    ],
    [
      'is cut short',
      (path: string): void => {
        truncateSync(path, 50_000);
      },
    ],
  ])('a file that %s is refused', async (_what, damage) => {
    const engine = await startEngine({ dataDir: folder, socketPath });
    const client = await MongoClient.connect(uri());
    await client
      .db('app')
      .collection('c')
      .insertMany(Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(100) })));
    await client.close();
    await engine.close();
    damage(dataFile());
    await expect(startEngine({ dataDir: folder, socketPath })).rejects.toThrow(/is damaged; restore a backup/);
  });

  test('a copy of the file serves in another folder', async () => {
    const engine = await startEngine({ dataDir: folder, socketPath });
    const client = await MongoClient.connect(uri());
    await client.db('app').collection('c').insertOne({ a: 1 });
    await client.close();
    await engine.close();
    const other = mkdtempSync(join(tmpdir(), 'engine-'));
    copyFileSync(dataFile(), join(other, 'documents.mdb'));
    const copy = await startEngine({ dataDir: other, socketPath });
    const reader = await MongoClient.connect(uri());
    expect(await reader.db('app').collection('c').countDocuments({ a: 1 })).toBe(1);
    await reader.close();
    await copy.close();
    rmSync(other, { recursive: true });
  });

  function uri(): string {
    return `mongodb://${encodeURIComponent(socketPath)}/`;
  }

  function dataFile(): string {
    return join(folder, 'documents.mdb');
  }

  function spawnEngine(
    socket: string,
  ): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
    const script = 'src/local-services/embedded-mongo/main.ts';
    return spawn(process.execPath, ['-r', '@swc-node/register', script, '--data-dir', folder, '--socket', socket], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async function startProcess(): Promise<ChildProcess> {
    const child = spawnEngine(socketPath);
    await once(createInterface({ input: child.stdout }), 'line');
    return child;
  }
});

function countBy(plays: Collection<Play>, filter: Filter<Play>, hint: Record<string, 1 | -1>): Promise<number> {
  return plays.countDocuments(filter, { hint });
}

/** Inserts and changes documents until the server is gone; notes the value of each that was acknowledged. */
async function writeUntilFailure(plays: Collection<Play>, acknowledged: Map<number, number>): Promise<void> {
  try {
    for (let id = 0; ; id += 20) {
      const batch = Array.from({ length: 20 }, (_, i) => playOf(id + i));
      await plays.insertMany(batch);
      for (const play of batch) acknowledged.set(play._id, play.n);
      await plays.updateOne({ _id: id }, { $inc: { n: 1_000_000 }, $set: { at: new Date(id + 5) } });
      acknowledged.set(id, id + 1_000_000);
    }
  } catch (error) {
    if (!(error instanceof Error) || !/closed|ECONN|timed out|ENOENT/i.test(error.message)) throw error;
  }
}

function playOf(id: number): Play {
  const user = USERS[id % USERS.length] ?? '';
  return { _id: id, user, at: new Date(id), tags: [id % 2 === 0 ? 'even' : 'odd', 'all'], n: id };
}
