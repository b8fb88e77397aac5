import { mkdtempSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../common/start-error';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Gives a work a folder of its own, for the owner alone, which is gone when the work is, also where it is stopped.
 * @param prefix of the folder's path
 * @throws StartError where the folder cannot be made
 */
export async function withWorkFolder<Result>(
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = makeFolder(prefix);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = (signal: keyof typeof SIGNALS): void => {
    remove();
    process.exit(SIGNALS[signal]);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(folder);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    remove();
  }
}

function makeFolder(prefix: string): string {
  try {
    return mkdtempSync(prefix);
  } catch (error) {
    throw new StartError(`${dirname(prefix)} cannot be written to: ${(error as Error).message}.`);
  }
}

/** @throws a StartError with the sentence where the reason is that a disk is full, else the error as it is */
export function tellDiskFull(error: unknown, sentence: string): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left|quota exceeded/i.test(message)) {
    throw new StartError(sentence);
  }
  throw error;
}
