import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StorageUnusableError } from '../errors';

/** Where LMDB's two meta pages (the first two of the file) hold what is read here, in bytes from their start. */
const MAGIC_AT = 24;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
const META_BYTES = 160;
const MAGIC = 0xbeefc0de;

/**
 * LMDB maps its file into memory, where a read in a part that was cut off would kill the process. So a file that is
 * shorter than its meta page says, which may also be harmless (the last pages are free and were never written), is first
 * read through by a process of its own.
 * @throws StorageUnusableError when the file is no data file, or not whole
 */
export function refuseDamaged(path: string): void {
  const { size } = statSync(path);
  const expected = expectedSize(path);
  if (expected === undefined || (size < expected && !isReadable(path))) {
    throw new StorageUnusableError(`The data file ${path} is damaged; restore a backup of it.`);
  }
}

function expectedSize(path: string): number | undefined {
  const file = openSync(path, 'r');
  try {
    const first = metaPage(file, 0);
    if (!first) return undefined;
    const pageSize = first.readUInt32LE(PAGE_SIZE_AT);
    const second = metaPage(file, pageSize);
    if (!second) return undefined;
    const newest = [first, second].reduce((a, b) =>
      b.readBigUInt64LE(TRANSACTION_AT) > a.readBigUInt64LE(TRANSACTION_AT) ? b : a,
    );
    return (Number(newest.readBigUInt64LE(LAST_PAGE_AT)) + 1) * pageSize;
  } finally {
    closeSync(file);
  }
}

function metaPage(file: number, position: number): Buffer | undefined {
  const page = Buffer.alloc(META_BYTES);
  const whole = readSync(file, page, 0, META_BYTES, position) === META_BYTES;
  return whole && page.readUInt32LE(MAGIC_AT) === MAGIC ? page : undefined;
}

/** Reads every table from end to end; a table that holds fewer entries than it says has lost pages. */
const READ_THROUGH = `
  const { open } = require(process.argv[1]);
  const options = { encoding: 'binary', keyEncoding: 'binary' };
  const root = open({ path: process.argv[2], readOnly: true, maxDbs: 8192, ...options });
  for (const name of root.getKeys().asArray) {
    const text = Buffer.from(name).toString().replace('\\0', '');
    if (text === 'format') continue;
    const table = root.openDB(text, options);
    let left = table.getStats().entryCount;
    for (const { value } of table.getRange({})) if (value) left--;
    if (left !== 0) process.exit(1);
  }`;

function isReadable(path: string): boolean {
  try {
    execFileSync(process.execPath, ['-e', READ_THROUGH, require.resolve('lmdb'), path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
