import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { prepareSocketDir } from './data-dir';
import { acquireLock, DataDirInUse, findOwner } from './data-dir-lock';

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

/** The lock of an owner that listens on `owner.sock`, if anybody does. */
function lockOf(pid: number): string {
  return JSON.stringify({ pid, socketDir, socket: 'owner.sock' });
}

function locks(): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('app.lock'));
}

it('lets one app in, names it to the next, and is free again when released', async () => {
  const lock = await acquireLock(dataDir, socketDir);
  expect(await findOwner(dataDir)).toEqual({
    pid: process.pid,
    socketDir,
    socket: expect.stringMatching(/^[0-9a-f]{8}\.sock$/) as string,
  });
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(DataDirInUse);
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by process ${process.pid}, here or in another container: stop it, or give this one another DATA_DIR.`,
  );
  lock.release();
  expect(await findOwner(dataDir)).toBeNull();
  const second = await acquireLock(dataDir, socketDir);
  expect(locks()).toEqual(['app.lock.2']);
  second.release();
});

it.each([
  ['of a dead process', () => lockOf(2 ** 22 + 1)],
  ['whose pid this process has got', () => lockOf(process.pid)],
  ['whose pid another process has got', () => lockOf(process.ppid)],
  ['that is damaged', () => '{"pid": 1, "sta'],
  ['that is empty', () => ''],
])('takes over a lock %s', async (_, content) => {
  writeLock(7, content());
  expect(await findOwner(dataDir)).toBeNull();
  const lock = await acquireLock(dataDir, socketDir);
  expect(locks()).toEqual(['app.lock.8']);
  lock.release();
});

it('leaves no socket of a killed owner behind, nor of itself', async () => {
  const killed = createServer().listen(join(socketDir, 'owner.sock'));
  await once(killed, 'listening');
  // A killed process' socket stays in the file system without anybody who listens.
  renameSync(join(socketDir, 'owner.sock'), join(socketDir, 'kept.sock'));
  killed.close();
  await once(killed, 'close');
  renameSync(join(socketDir, 'kept.sock'), join(socketDir, 'owner.sock'));
  writeLock(1, lockOf(2 ** 22 + 1));
  const lock = await acquireLock(dataDir, socketDir);
  expect(readdirSync(socketDir)).toEqual([expect.not.stringContaining('owner')]);
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(DataDirInUse);
  lock.release();
  expect(readdirSync(socketDir)).toEqual([]);
});

it('respects an owner whose pid is unknown here, as in another container, while it lives', async () => {
  const owner = createServer().listen(join(socketDir, 'owner.sock'));
  await once(owner, 'listening');
  writeLock(1, lockOf(2 ** 22 + 1));
  await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(`in use by process ${2 ** 22 + 1}`);
  owner.close();
  await once(owner, 'close');
  (await acquireLock(dataDir, socketDir)).release();
});

it('lets exactly one of several in that find a stale lock at once', async () => {
  writeLock(1, lockOf(2 ** 22 + 1));
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
