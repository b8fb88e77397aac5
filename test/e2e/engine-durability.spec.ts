import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { startEngine } from '../../src/local-services/embedded-mongo/server';
import { compiledEntry } from '../support/compiled-source';

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
    root.putSync(Buffer.from('format'), Buffer.from('99'));
    await root.close();
    await expect(startEngine({ dataDir: folder, socketPath })).rejects.toThrow(/format 99, written by a later version/);
  });

  test.each<[string, (path: string) => void]>([
    ['is no data file', fill(() => Buffer.from('x'.repeat(20_000)))],
    ['is empty', fill(() => Buffer.alloc(0))],
    ['is cut within its header', fill((whole) => whole.subarray(0, 100))],
    ['is cut after its first page', fill((whole) => whole.subarray(0, 4096))],
    ['is cut short', fill((whole) => whole.subarray(0, 50_000))],
    ['has lost its first page', fill((whole) => whole.fill(0, 0, 4096))],
    ['has lost its second page', fill((whole) => whole.fill(0, 4096, 8192))],
    ['has lost its name in the file', fill((whole) => whole.fill(0xff, 24, 28))],
    ['has no format', removeFormat],
  ])('a file that %s is refused, and left as it is', async (_what, damage) => {
    await fillEngine();
    damage(dataFile());
    const damaged = readFileSync(dataFile());
    await expect(startEngine({ dataDir: folder, socketPath })).rejects.toThrow(/is damaged.*; restore a backup/);
    expect(readFileSync(dataFile()).equals(damaged)).toBe(true);
  });

  test('a file with pages of another size serves, as one from another kind of machine', async () => {
    const root = open<Buffer, Buffer>({
      path: dataFile(),
      pageSize: 16_384,
      encoding: 'binary',
      keyEncoding: 'binary',
    });
    root.putSync(Buffer.from('format'), Buffer.from('1'));
    await root.close();
    await fillEngine();
    const engine = await startEngine({ dataDir: folder, socketPath });
    const client = await MongoClient.connect(uri());
    expect(await client.db('app').command({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 2000 });
    await client.close();
    await engine.close();
  });

  /** Starts an engine on the folder, and leaves 2,000 documents there. */
  async function fillEngine(): Promise<void> {
    const engine = await startEngine({ dataDir: folder, socketPath });
    const client = await MongoClient.connect(uri());
    const documents = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
    await client.db('app').collection('c').insertMany(documents);
    await client.close();
    await engine.close();
  }

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
    const script = compiledEntry('src/local-services/embedded-mongo/main.ts');
    return spawn(process.execPath, [script, '--data-dir', folder, '--socket', socket], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
});

function fill(change: (whole: Buffer) => Buffer): (path: string) => void {
  return (path) => {
    writeFileSync(path, change(readFileSync(path)));
  };
}

function removeFormat(path: string): void {
  const root = open<Buffer, Buffer>({ path, encoding: 'binary', keyEncoding: 'binary' });
  root.removeSync(Buffer.from('format'));
  void root.close();
}
