import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../common/start-error';
import { createFileOnce, ENGINE_SOCKET } from './data-dir';
import { identifyProcess, isAlive, isProcessIdentity, type ProcessIdentity } from './process-identity';
import { acceptsConnections } from './unix-socket';

/** The process that runs local services on a data folder. */
export interface Owner extends ProcessIdentity {
  /** The folder of its Unix sockets. */
  socketDir: string;
}

export interface DataDirLock {
  release(): void;
}

/** Another app runs on the data folder. */
export class DataDirInUse extends StartError {
  override readonly name = 'DataDirInUse';

  constructor(dataDir: string, pid: number) {
    super(`DATA_DIR ${dataDir} is in use by process ${pid}: stop it, or give this one another DATA_DIR.`);
  }
}

/*
 * The lock is a file `app.lock.N` that names its owner. The highest N counts; who finds its owner dead takes the lock
 * over by creating N + 1, which only one of several can do. A single file would have to be removed before it can be
 * created anew, and of two processes at that, the slower one would remove the lock of the faster one. For the same
 * reason a release does not remove the file but leaves it without an owner.
 */
const LOCK_FILE = /^app\.lock\.(\d+)$/;

/**
 * Makes this process the owner of the data folder until it releases the lock or dies.
 * @throws DataDirInUse
 */
export async function acquireLock(dataDir: string, socketDir: string): Promise<DataDirLock> {
  const owner: Owner = { ...identifyProcess(process.pid), socketDir };
  for (;;) {
    const newest = newestLock(dataDir);
    const holder = await liveOwner(dataDir, newest);
    if (holder !== null) throw new DataDirInUse(dataDir, holder.pid);
    const path = lockPath(dataDir, newest + 1);
    if (!createFileOnce(path, JSON.stringify(owner))) continue;
    // While this process was looking, others may have gone through N + 1 and removed it.
    if (newestLock(dataDir) === newest + 1) {
      removeOlder(dataDir, newest + 1);
      return {
        release: () => {
          leaveWithoutOwner(path);
        },
      };
    }
    rmSync(path, { force: true });
  }
}

/** The live process that runs local services on this data folder, or null. */
export function findOwner(dataDir: string): Promise<Owner | null> {
  return liveOwner(dataDir, newestLock(dataDir));
}

async function liveOwner(dataDir: string, lock: number): Promise<Owner | null> {
  const owner = readOwner(lockPath(dataDir, lock));
  if (owner === null) return null;
  // An app in another container has a pid that means nothing here; its engine's socket ends with it all the same.
  const lives = isAlive(owner) || (await acceptsConnections(join(owner.socketDir, ENGINE_SOCKET)));
  return lives ? owner : null;
}

/** The owner that a lock file names; null for a released, damaged or vanished one. */
function readOwner(path: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isProcessIdentity(owner) || !('socketDir' in owner) || typeof owner.socketDir !== 'string') return null;
    return { pid: owner.pid, startedAt: owner.startedAt, socketDir: owner.socketDir };
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

function removeOlder(dataDir: string, newest: number): void {
  for (const lock of locks(dataDir)) if (lock < newest) rmSync(lockPath(dataDir, lock), { force: true });
}

function locks(dataDir: string): number[] {
  return readdirSync(dataDir).flatMap((name) => LOCK_FILE.exec(name)?.slice(1).map(Number) ?? []);
}

function lockPath(dataDir: string, lock: number): string {
  return join(dataDir, `app.lock.${lock}`);
}
