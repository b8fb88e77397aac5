import { join } from 'node:path';
import { open, RootDatabase, RootDatabaseOptionsWithPath } from 'lmdb';
import { StorageUnusableError } from '../errors';
import { refuseDamaged } from './damage';
import { lockFolder } from './folder-lock';

/** The number of the layout of keys and records; a file with a greater one was written by a later version. */
const FORMAT_VERSION = 1;
const FORMAT_KEY = Buffer.from('format');

/** The most collections and indexes that may be open together. */
const MAX_OPEN = 8192;

/** The name of the data file in its folder. */
export const DATA_FILE = 'documents.mdb';

export interface DataFile {
  root: RootDatabase<Buffer, Buffer>;
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
    refuseDamaged(path);
    const root = openRoot(path);
    try {
      checkFormat(root, path);
    } catch (error) {
      await root.close();
      throw error;
    }
    const close = async (): Promise<void> => {
      await root.close();
      release();
    };
    return { root, folder: dataDir, close };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * LMDB's default modes: a commit ends when its pages and then its meta page are on the disk, so that an acknowledged
 * write survives a killed process and a power cut. The cost is one flush a transaction, which writers share. LMDB's
 * writable map would spare copies, but kills the process when the disk is full, where this only fails the commit.
 * Without `eventTurnBatching`, since the batches that it begins have a promise of their own, whose failure nobody sees.
 */
export function dataFileOptions(path: string): RootDatabaseOptionsWithPath {
  return { path, maxDbs: MAX_OPEN, eventTurnBatching: false, encoding: 'binary', keyEncoding: 'binary' };
}

function openRoot(path: string): RootDatabase<Buffer, Buffer> {
  try {
    return open<Buffer, Buffer>(dataFileOptions(path));
  } catch (error) {
    throw new StorageUnusableError(`The data file ${path} cannot be opened (${reasonOf(error)}); restore a backup.`);
  }
}

function checkFormat(root: RootDatabase<Buffer, Buffer>, path: string): void {
  const stored = root.get(FORMAT_KEY);
  if (stored === undefined) {
    root.putSync(FORMAT_KEY, Buffer.from(String(FORMAT_VERSION)));
    return;
  }
  const version = Number(stored.toString());
  if (version > FORMAT_VERSION) {
    throw new StorageUnusableError(
      `The data file ${path} has format ${version}, written by a later version; this version reads up to format ${FORMAT_VERSION}, so update the application.`,
    );
  }
  if (version !== FORMAT_VERSION) {
    throw new StorageUnusableError(`The data file ${path} is damaged (no valid format number); restore a backup.`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
