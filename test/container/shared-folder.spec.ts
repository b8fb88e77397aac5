import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSocketDir } from '../../src/local-services/data-dir';
import { acquireLock, DataDirInUse } from '../../src/local-services/data-dir-lock';
import { identifyProcess, isAlive } from '../../src/local-services/process-identity';
import { probeRedis } from '../../src/local-services/redis-probe';
import { runRedis } from '../../src/local-services/redis-server';

const ROOT = join(__dirname, '../..');

/**
 * Containers that share a data folder, by mistake or because one begins before the other has ended. Each counts its
 * processes anew, so that a pid out of one means nothing in another, or somebody else. Takes the rights of root.
 */
describe('a data folder that two containers use at once', () => {
  let dataDir: string;
  const children: ChildProcess[] = [];

  /** Runs a shell script where pids begin at 1. */
  function inNamespace(script: string): ChildProcess {
    const child = spawn('unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', script], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  }

  /** Kills it and all that it started, and waits until nobody holds its output any more. */
  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'shared-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    rmSync(dataDir, { recursive: true });
  });

  it('belongs to the first of them, even before its services are up', async () => {
    const socketDir = prepareSocketDir(dataDir);
    const [dir, sockets] = [JSON.stringify(dataDir), JSON.stringify(socketDir)];
    const first = inNamespace(`exec node --require @swc-node/register -e '
      require("./src/local-services/data-dir-lock").acquireLock(${dir}, ${sockets}).then(() => console.log("locked"));
      setInterval(() => undefined, 1000);
    '`);
    expect(String(await once(first.stdout as NodeJS.ReadableStream, 'data'))).toBe('locked\n');
    await expect(acquireLock(dataDir, socketDir)).rejects.toThrow(DataDirInUse);
    await kill(first);
    (await acquireLock(dataDir, socketDir)).release();
  });

  it('ends no stranger that has the pid of the other one’s Redis server', async () => {
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    children.push(stranger);
    const folder = join(dataDir, 'redis');
    const socket = join(prepareSocketDir(dataDir), 'redis.sock');
    const pid = Number(stranger.pid);
    inNamespace(`
      mkdir ${folder} && echo ${pid - 1} > /proc/sys/kernel/ns_last_pid
      redis-server --port 0 --unixsocket ${socket} --dir ${folder} --appendonly yes --save '' >/dev/null & wait
    `);
    while (!existsSync(socket) || (await probeRedis(socket)) === 'none') await sleep(20);
    expect(await probeRedis(socket)).toMatchObject({ pid });

    const server = await runRedis(folder, socket, () => undefined);
    expect(await probeRedis(socket)).not.toMatchObject({ pid });
    await server.stop();
    expect(isAlive(identifyProcess(pid))).toBe(true);
  });
});
