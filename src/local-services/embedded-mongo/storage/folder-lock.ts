import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import { StorageUnusableError } from '../errors';

interface Owner {
  pid: number;
  startedAt: string;
}

/**
 * Takes the folder for this process, and makes it where it is missing. A lock whose owner no longer runs is taken over.
 * @returns what gives it back
 * @throws StorageUnusableError while another process has it
 */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'documents.lock');
  const own: Owner = { pid: process.pid, startedAt: startOf(process.pid) };
  for (;;) {
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
      return () => {
        rmSync(path, { force: true });
      };
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw unwritable(dataDir, error);
    }
    const owner = readOwner(path);
    if (owner !== undefined && isAlive(owner)) {
      throw new StorageUnusableError(
        `The data folder ${dataDir} is in use by process ${owner.pid}; stop that process or choose another folder.`,
      );
    }
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw unwritable(dataDir, error);
    }
  }
}

function unwritable(dataDir: string, error: unknown): StorageUnusableError {
  return new StorageUnusableError(
    `The data folder ${dataDir} cannot be written (${reasonOf(error)}); make it writable for this user.`,
  );
}

/**
 * Removes the lock that a thread of this process left behind when it died. For whoever runs one engine thread at a time
 * on the folder: to everybody else the lock would look as if this process still served it.
 */
export function forgetOwnLock(dataDir: string): void {
  const path = join(dataDir, 'documents.lock');
  const owner = readOwner(path);
  if (owner?.pid === process.pid && owner.startedAt === startOf(process.pid)) rmSync(path, { force: true });
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError || isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
  return startOf(owner.pid) === owner.startedAt;
}

/** When a process started, in the kernel's ticks: tells it from a later one with the same number. Empty off Linux. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return '';
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === code;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
