import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartError } from '../common/start-error';
import { createFileOnce } from './data-dir';
import { acceptsConnections } from './unix-socket';

/** The process that runs local services on a data folder. */
export interface Owner {
  /** Tells a person which process it is; another container counts its processes anew, and may have one of this pid. */
  pid: number;
  /** The folder of its Unix sockets. */
  socketDir: string;
  /** The name in there of the socket on which it listens for as long as it lives. */
  socket: string;
}

export interface DataDirLock {
  release(): void;
}

/** Another app runs on the data folder. */
export class DataDirInUse extends StartError {
  override readonly name = 'DataDirInUse';

  constructor(dataDir: string, pid: number) {
    super(
      `DATA_DIR ${dataDir} is in use by process ${pid}, here or in another container: ` +
        'stop it, or give this one another DATA_DIR.',
    );
  }
}

/*
 * The lock is a file `app.lock.N` that names its owner. The highest N counts; who finds its owner dead takes the lock
 * over by creating N + 1, which only one of several can do. A single file would have to be removed before it can be
 * created anew, and of two processes at that, the slower one would remove the lock of the faster one. For the same
 * reason a release does not remove the file but leaves it without an owner.
 *
 * An owner lives for as long as it listens on its socket. The system ends that with the process, however it dies, and
 * tells it to every process of the machine; a pid means something inside one container only, and the first processes
 * of the next container have the same ones again.
 */
const LOCK_FILE = /^app\.lock\.(\d+)$/;

/**
 * Makes this process the owner of the data folder until it releases the lock or dies.
 * @throws DataDirInUse
 */
export async function acquireLock(dataDir: string, socketDir: string): Promise<DataDirLock> {
  const socket = `${randomBytes(4).toString('hex')}.sock`;
  const server = await listenOn(join(socketDir, socket));
  try {
    const path = await createNext(dataDir, { pid: process.pid, socketDir, socket });
    return {
      release: () => {
        leaveWithoutOwner(path);
        server.close();
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

/** Puts the owner into the next lock file. @throws DataDirInUse */
async function createNext(dataDir: string, owner: Owner): Promise<string> {
  for (;;) {
    const newest = newestLock(dataDir);
    const holder = await liveOwner(dataDir, newest);
    if (holder !== null) throw new DataDirInUse(dataDir, holder.pid);
    const path = lockPath(dataDir, newest + 1);
    if (!createFileOnce(path, JSON.stringify(owner))) continue;
    // While this process was looking, others may have gone through N + 1 and removed it.
    if (newestLock(dataDir) === newest + 1) {
      removeOlder(dataDir, newest + 1);
      return path;
    }
    rmSync(path, { force: true });
  }
}

async function listenOn(path: string): Promise<Server> {
  const server = createServer((connection) => connection.destroy()).listen(path);
  await once(server, 'listening');
  // It is there for as long as the process is, and does not keep it from ending.
  return server.unref();
}

/** The live process that runs local services on this data folder, or null. */
export function findOwner(dataDir: string): Promise<Owner | null> {
  return liveOwner(dataDir, newestLock(dataDir));
}

async function liveOwner(dataDir: string, lock: number): Promise<Owner | null> {
  const owner = readOwner(lockPath(dataDir, lock));
  return owner !== null && (await acceptsConnections(join(owner.socketDir, owner.socket))) ? owner : null;
}

/** The owner that a lock file names; null for a released, damaged or vanished one. */
function readOwner(path: string): Owner | null {
  try {
    const { pid, socketDir, socket } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<keyof Owner, unknown>>;
    if (typeof pid !== 'number' || typeof socketDir !== 'string' || typeof socket !== 'string') return null;
    return { pid, socketDir, socket };
  } catch {
    // Files are created whole: a damaged one is from before a crash of the machine, and its owner is gone.
    return null;
  }
}

function leaveWithoutOwner(path: string): void {
  const draft = `${path}.released`;
  writeFileSync(draft, '{}', { mode: 0o600 });
  renameSync(draft, path);
}

function newestLock(dataDir: string): number {
  return Math.max(0, ...locks(dataDir));
}

/** Removes the former locks, and the sockets that processes left behind when they were killed. */
function removeOlder(dataDir: string, newest: number): void {
  for (const lock of locks(dataDir).filter((number) => number < newest)) {
    const owner = readOwner(lockPath(dataDir, lock));
    if (owner !== null) rmSync(join(owner.socketDir, owner.socket), { force: true });
    rmSync(lockPath(dataDir, lock), { force: true });
  }
}

function locks(dataDir: string): number[] {
  return readdirSync(dataDir).flatMap((name) => LOCK_FILE.exec(name)?.slice(1).map(Number) ?? []);
}

function lockPath(dataDir: string, lock: number): string {
  return join(dataDir, `app.lock.${lock}`);
}
