import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DATA_FILE, openToRead } from './data-file';
import { refuseDamaged } from './damage';
import { checkIntegrity } from './integrity';
import { Store } from './store';

/**
 * Copies the data file of a folder as it is at one moment, without its unused pages. An engine in this process or
 * another may go on writing to it: LMDB keeps for a reader what the reader has begun to read.
 * @param path of the copy, which must not exist
 * @throws StorageUnusableError when the file is damaged; what the system says when the copy cannot be written
 */
export async function copyDataFile(folder: string, path: string): Promise<void> {
  const source = join(folder, DATA_FILE);
  refuseDamaged(source);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const root = openToRead(source);
  try {
    await root.backup(path, true);
  } finally {
    await root.close();
  }
}

/** A collection of a data file that was looked through. */
export interface CheckedCollection {
  db: string;
  name: string;
  documents: number;
  /** A sentence for each document or index entry that is wrong. */
  problems: string[];
}

/**
 * Reads every document and every index of a folder that no engine serves, and compares them.
 * @param onProgress is told how many documents have been read
 * @throws StorageUnusableError when the file cannot be opened
 */
export async function checkDataFile(
  folder: string,
  onProgress: (documents: number) => void = () => undefined,
): Promise<CheckedCollection[]> {
  const store = await Store.open(folder);
  let read = 0;
  const count = (): Promise<void> => {
    onProgress(++read);
    return Promise.resolve();
  };
  try {
    return await store.snapshot(async (view) => {
      const checked: CheckedCollection[] = [];
      for (const collection of store.list()) {
        const { documents, invalid, missing, extra } = await checkIntegrity(collection, view, count);
        const { db, name } = collection;
        checked.push({ db, name, documents, problems: [...invalid, ...missing, ...extra] });
      }
      return checked;
    });
  } finally {
    await store.close();
  }
}
