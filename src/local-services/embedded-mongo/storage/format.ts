import { StorageUnusableError } from '../errors';
import { Root } from './tables';

/** Brings the layout of keys and records from one format to the next, inside a transaction. */
export type FormatStep = (root: Root) => void;

/** The format of the first release; the step at position n leads from format `FIRST + n` to the one after it. */
const FIRST = 1;
const KEY = Buffer.from('format');

/** Writes into a new file which format it has: the newest. */
export function startFormat(root: Root, steps: readonly FormatStep[]): void {
  root.putSync(KEY, Buffer.from(String(FIRST + steps.length)));
}

/**
 * Brings a file to the newest format, step by step, each in a transaction with the number that it leads to.
 * @throws StorageUnusableError when a later version wrote it, or it has no format; nothing has been changed then
 */
export function bringToFormat(root: Root, path: string, steps: readonly FormatStep[]): void {
  const newest = FIRST + steps.length;
  const stored = Number(root.get(KEY)?.toString());
  if (stored > newest) {
    throw new StorageUnusableError(
      `The data file ${path} has format ${stored}, written by a later version; this version reads up to format ${newest}, so update the application.`,
    );
  }
  if (!Number.isInteger(stored) || stored < FIRST) {
    throw new StorageUnusableError(`The data file ${path} is damaged (no valid format number); restore a backup.`);
  }
  for (const [position, step] of [...steps.entries()].slice(stored - FIRST)) {
    root.transactionSync(() => {
      step(root);
      root.putSync(KEY, Buffer.from(String(FIRST + position + 1)));
    });
  }
}
