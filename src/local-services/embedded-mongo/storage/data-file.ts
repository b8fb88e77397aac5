import { existsSync, renameSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { open, RootDatabaseOptionsWithPath } from 'lmdb';
import { StorageUnusableError } from '../errors';
import { refuseDamaged } from './damage';
import { bringToFormat, startFormat } from './format';
import { FORMAT_STEPS } from './format-steps';
import { lockFolder } from './folder-lock';
import { Root, Tables } from './tables';

/** The most collections and indexes that may be open together. */
const MAX_OPEN = 8192;

const { EROFS, EACCES, EPERM } = constants.errno;
const UNWRITABLE = [EROFS, EACCES, EPERM];

/** The name of the data file in its folder. */
export const DATA_FILE = 'documents.mdb';

export interface DataFile {
  tables: Tables;
  folder: string;
  close(): Promise<void>;
}

/**
 * Opens the data file of a folder, or makes one.
 * @throws StorageUnusableError when another process has it, it is damaged, or a later version wrote it
 */
export async function openDataFile(dataDir: string): Promise<DataFile> {
  const release = lockFolder(dataDir);
  try {
    const path = join(dataDir, DATA_FILE);
    if (existsSync(path)) refuseDamaged(path);
    else await makeFile(path);
    const root = openRoot(path);
    try {
      bringToFormat(root, path, FORMAT_STEPS);
      const committed = openToRead(path);
      const close = async (): Promise<void> => {
        await root.close();
        await committed.close();
        release();
      };
      return { tables: new Tables(root, committed), folder: dataDir, close };
    } catch (error) {
      await root.close();
      throw error;
    }
  } catch (error) {
    release();
    throw error;
  }
}

/** Under its name there is never a file that is not whole: an empty one is damage, and no new beginning. */
async function makeFile(path: string): Promise<void> {
  const draft = path.replace(/(?=\.mdb$)/, '-new');
  const remove = (): void => {
    for (const name of [draft, `${draft}-lock`]) rmSync(name, { force: true });
  };
  remove();
  const root = openRoot(draft);
  startFormat(root, FORMAT_STEPS);
  await root.close();
  renameSync(draft, path);
  remove();
}

/**
 * LMDB's default modes: a commit ends when its pages and then its meta page are on the disk, so that an acknowledged
 * write survives a killed process and a power cut. The cost is one flush a transaction, which writers share. LMDB's
 * writable map would spare copies, but kills the process when the disk is full, where this only fails the commit.
 * Without `eventTurnBatching`, since the batches that it begins have a promise of their own, whose failure nobody sees.
 */
function dataFileOptions(path: string): RootDatabaseOptionsWithPath {
  return { path, maxDbs: MAX_OPEN, eventTurnBatching: false, encoding: 'binary', keyEncoding: 'binary' };
}

function openRoot(path: string): Root {
  try {
    return open<Buffer, Buffer>(dataFileOptions(path));
  } catch (error) {
    const { code } = error as { code?: unknown };
    const advice = UNWRITABLE.some((each) => each === code) ? 'make it writable for this user' : 'restore a backup';
    throw new StorageUnusableError(`The data file ${path} cannot be opened (${reasonOf(error)}); ${advice}.`);
  }
}

/** Another view of a file that may be open already, and written to. */
export function openToRead(path: string): Root {
  return open<Buffer, Buffer>({ ...dataFileOptions(path), readOnly: true });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
