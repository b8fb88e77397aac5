import type { FileHandle } from 'node:fs/promises';
import { type ByteRange, readAt } from './byte-range';

const END_SIGNATURE = Buffer.from('504b0506', 'hex');
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
/** Zeros, blanks and line ends, and the end of a file in CP/M. */
const PADDING: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x1a, 0x20]);
const BLOCK_BYTES = 64 * 1024;

/** What the end of a zip archive says about its directory. */
export interface ZipEnd {
  /** Offset of the directory, counted from where the archive begins. */
  directoryStart: number;
  /** How many entries there are said to be. */
  entryCount: number;
}

/** Finds the end record of a zip archive, which padding may follow; null if there is none. */
export async function findZipEnd(file: FileHandle, range: ByteRange): Promise<ZipEnd | null> {
  const { start, end } = range;
  const contentEnd = await withoutPadding(file, start, end);
  // What looks like padding may be the last bytes of the record, or of its comment.
  const windowEnd = Math.min(end, contentEnd + END_BYTES + LONGEST_COMMENT);
  const windowStart = Math.max(start, contentEnd - END_BYTES - LONGEST_COMMENT - LOCATOR_BYTES);
  const window = await readAt(file, windowStart, windowEnd - windowStart);
  for (let at = window.length - END_BYTES; at >= 0; at -= 1) {
    at = window.lastIndexOf(END_SIGNATURE, at);
    if (at === -1) return null;
    // The signature may also stand in a comment, whose length then does not fit.
    if (at + END_BYTES + window.readUInt16LE(at + 20) <= window.length)
      return (await readZip64End(file, range, window, at)) ?? readEnd(window, at);
  }
  return null;
}

function readEnd(window: Buffer, at: number): ZipEnd {
  return { entryCount: window.readUInt16LE(at + 10), directoryStart: window.readUInt32LE(at + 16) };
}

/** The record of an archive too large for the numbers of the plain one, which a locator in front of that points to. */
async function readZip64End(
  file: FileHandle,
  { start, end }: ByteRange,
  window: Buffer,
  plainRecord: number,
): Promise<ZipEnd | null> {
  const locator = plainRecord - LOCATOR_BYTES;
  if (locator < 0 || window.readUInt32LE(locator) !== LOCATOR_SIGNATURE) return null;
  const at = start + Number(window.readBigUInt64LE(locator + 8));
  if (at + ZIP64_END_BYTES > end) return null;
  const record = await readAt(file, at, ZIP64_END_BYTES);
  if (record.length < ZIP64_END_BYTES || record.readUInt32LE(0) !== ZIP64_END_SIGNATURE) return null;
  return { entryCount: Number(record.readBigUInt64LE(32)), directoryStart: Number(record.readBigUInt64LE(48)) };
}

/** The offset behind the last byte that is no padding. */
async function withoutPadding(file: FileHandle, start: number, end: number): Promise<number> {
  for (let blockEnd = end; blockEnd > start;) {
    const blockStart = Math.max(start, blockEnd - BLOCK_BYTES);
    const block = await readAt(file, blockStart, blockEnd - blockStart);
    const last = block.findLastIndex((byte) => !PADDING.has(byte));
    if (last !== -1) return blockStart + last + 1;
    blockEnd = blockStart;
  }
  return start;
}
