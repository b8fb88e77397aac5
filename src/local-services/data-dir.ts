import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../common/start-error';

/** The longest path that every system takes as the name of a Unix socket, in bytes. */
const MAX_SOCKET_PATH_BYTES = 100;

export const ENGINE_SOCKET = 'documents.sock';
export const REDIS_SOCKET = 'redis.sock';

/** The data folder cannot be made or written to. */
export class DataDirUnusable extends StartError {
  override readonly name = 'DataDirUnusable';
}

/**
 * Creates the data folder, readable by its owner alone, unless it exists.
 * @returns its absolute path, without symbolic links, so that one folder has one name
 * @throws DataDirUnusable
 */
export function prepareDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new DataDirUnusable(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}. Name another folder.`);
  }
}

/**
 * The folder for the Unix sockets of the services on this data folder, made for its owner alone: inside the data
 * folder, or, where that path is too long for a socket's name, in the system's temporary folder under a name made
 * from the data folder's path.
 * @throws DataDirUnusable when the temporary one is in somebody else's hands
 */
export function prepareSocketDir(dataDir: string): string {
  const inside = join(dataDir, 'run');
  if (Buffer.byteLength(join(inside, ENGINE_SOCKET)) <= MAX_SOCKET_PATH_BYTES) {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    return inside;
  }
  const outside = join(tmpdir(), `playledger-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  mkdirSync(outside, { recursive: true, mode: 0o700 });
  // Anybody may create names in the temporary folder: what is there already must be ours, and closed to others.
  const found = lstatSync(outside);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new DataDirUnusable(
      `The path of DATA_DIR is too long for a socket, and ${outside} cannot take its place because others have access to it: remove it, or use a DATA_DIR with a shorter path.`,
    );
  }
  return outside;
}

/**
 * Creates a file, whole or not at all, readable by its owner alone; an existing one is left as it is.
 * @returns whether this call created it
 * @throws DataDirUnusable
 */
export function createFileOnce(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeDurably(draft, content);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new DataDirUnusable(
      `${path} cannot be created: ${(error as Error).message}. DATA_DIR must be on a local disk with room to write.`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces a file by another content, wholly or not at all.
 * @throws DataDirUnusable
 */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeDurably(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new DataDirUnusable(`${path} cannot be replaced: ${(error as Error).message}. Make room on its disk.`);
  }
}

function writeDurably(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
