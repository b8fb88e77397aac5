import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ENGINE_SOCKET, prepareSocketDir } from './data-dir';
import { acquireLock, DataDirInUse, findOwner } from './data-dir-lock';
import { identifyProcess } from './process-identity';

let dataDir: string;
let socketDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
  socketDir = prepareSocketDir(dataDir);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

function writeLock(number: number, content: string): void {
  writeFileSync(join(dataDir, `app.lock.${number}`), content);
}

function locks(): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('app.lock'));
}

it('lets one app in, names it to the next, and is free again when released', async () => {
  const lock = await acquireLock(dataDir, socketDir);
  expect(await findOwner(dataDir)).toEqual({ ...identifyProcess(process.pid), socketDir });
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(DataDirInUse);
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by process ${process.pid}: stop it, or give this one another DATA_DIR.`,
  );
  lock.release();
  expect(await findOwner(dataDir)).toBeNull();
  const second = await acquireLock(dataDir, socketDir);
  expect(locks()).toEqual(['app.lock.2']);
  second.release();
});

it.each([
  ['of a dead process', () => JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null, socketDir })],
  ['whose pid another process has got', () => JSON.stringify({ pid: process.pid, startedAt: 'earlier/1', socketDir })],
  ['that is damaged', () => '{"pid": 1, "sta'],
  ['that is empty', () => ''],
])('takes over a lock %s', async (_, content) => {
  writeLock(7, content());
  expect(await findOwner(dataDir)).toBeNull();
  const lock = await acquireLock(dataDir, socketDir);
  expect(locks()).toEqual(['app.lock.8']);
  lock.release();
});

it('respects an app whose pid is unknown here, as in another container, while its engine answers', async () => {
  const engine = createServer().listen(join(socketDir, ENGINE_SOCKET));
  await once(engine, 'listening');
  writeLock(1, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'elsewhere/1', socketDir }));
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(`in use by process ${2 ** 22 + 1}`);
  engine.close();
  await once(engine, 'close');
  (await acquireLock(dataDir, socketDir)).release();
});

it('lets exactly one of several in that find a stale lock at once', async () => {
  writeLock(1, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null, socketDir }));
  const script = `
    const { acquireLock } = require(${JSON.stringify(join(__dirname, 'data-dir-lock'))});
    process.stdin.once('data', () => {
      acquireLock(${JSON.stringify(dataDir)}, ${JSON.stringify(socketDir)}).then(
        () => process.stdout.write('won'),
        (error) => process.stdout.write(error.name),
      );
    });
    process.stdin.on('end', () => process.exit());
    process.stdout.write('ready ');
  `;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--require', '@swc-node/register', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const outputs = children.map((child) => text(child.stdout));
  const answered = (child: (typeof children)[number]) => once(child.stdout, 'data');
  await Promise.all(children.map(answered));
  const answers = children.map(answered);
  for (const child of children) child.stdin.write('go');
  await Promise.all(answers);
  for (const child of children) child.stdin.end();
  const results = (await Promise.all(outputs)).sort();
  expect(results).toEqual(['ready DataDirInUse', 'ready DataDirInUse', 'ready DataDirInUse', 'ready won']);
  expect(locks()).toEqual(['app.lock.2']);
}, 30_000);
