import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { type ByteRange, readAt } from './byte-range';
import { decodeCp437 } from './cp437';
import type { PackedBytes } from './inspected-file';
import { findZipEnd } from './zip-end';

const STORED = 0;
const DEFLATED = 8;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_FIELD = 0x0001;
/** Said instead of a number that stands in the zip64 field. */
const IN_ZIP64_FIELD = 0xffffffff;
/** Encrypted at all, and encrypted with its directory. */
const LOCKED_FLAGS = 0x1 | 0x40;

/** Why one entry of an archive cannot be unpacked, whatever the others are. */
export type EntryProblem = 'locked' | 'unknown_method' | 'damaged';

/** A file in a zip archive. */
export interface ZipEntry {
  /** As the archive has it. It is only ever shown, so that one which points out of its folder does no harm. */
  name: string;
  /** Where its content lies, or why that is of no use. */
  content: PackedBytes | EntryProblem;
  /** Length of its content as the archive tells it, which need not be true. */
  unpackedBytes: number;
}

export interface ZipDirectory {
  /** Entries of the archive, folders included. */
  count: number;
  /** The files. */
  files: ZipEntry[];
}

/**
 * What a zip archive holds, as its directory says.
 *
 * @param mostEntries the number at which to stop: an archive with more has one more in its `count`
 * @returns null if the archive is cut off, or its directory damaged
 */
export async function readZipDirectory(range: ByteRange, mostEntries: number): Promise<ZipDirectory | null> {
  const file = await open(range.path);
  try {
    const end = await findZipEnd(file, range);
    if (end === null) return null;
    const files: ZipEntry[] = [];
    let count = 0;
    let at = range.start + end.directoryStart;
    for (; count <= mostEntries; count += 1) {
      const header = await readHeader(file, at, range.end);
      if (header === null) break;
      at += header.length;
      // A folder has a name that ends so, and no content.
      if (!/[\\/]$/.test(header.name) || header.unpackedBytes > 0) files.push(await locate(header, file, range));
    }
    // The number said is given in 16 bits, and so need not be all; fewer show that the directory is not whole.
    return count >= Math.min(end.entryCount, mostEntries) ? { count, files } : null;
  } finally {
    await file.close();
  }
}

interface Header {
  /** Of the header itself, in bytes. */
  length: number;
  name: string;
  flags: number;
  method: number;
  crc32: number;
  packedBytes: number;
  unpackedBytes: number;
  /** Offset of the local header, counted from where the archive begins. */
  localHeader: number;
}

/** The entry of the directory that begins here; null if there is none. */
async function readHeader(file: FileHandle, at: number, end: number): Promise<Header | null> {
  if (at + ENTRY_BYTES > end) return null;
  const fixed = await readAt(file, at, ENTRY_BYTES);
  if (fixed.length < ENTRY_BYTES || fixed.readUInt32LE(0) !== ENTRY_SIGNATURE) return null;
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => fixed.readUInt16LE(offset));
  if (nameBytes === undefined || extraBytes === undefined || commentBytes === undefined) return null;
  const rest = await readAt(file, at + ENTRY_BYTES, nameBytes + extraBytes);
  if (rest.length < nameBytes + extraBytes) return null;
  const name = rest.subarray(0, nameBytes);
  const large = largeNumbers(rest.subarray(nameBytes));
  const number = (offset: number): number => {
    const small = fixed.readUInt32LE(offset);
    return small === IN_ZIP64_FIELD ? (large.shift() ?? small) : small;
  };
  // In the order in which the zip64 field has them.
  const [unpackedBytes, packedBytes, localHeader] = [number(24), number(20), number(42)];
  return {
    length: ENTRY_BYTES + nameBytes + extraBytes + commentBytes,
    // Some archivers write UTF-8 and do not say so.
    name: isUtf8(name) ? name.toString() : decodeCp437(name),
    flags: fixed.readUInt16LE(8),
    method: fixed.readUInt16LE(10),
    crc32: fixed.readUInt32LE(16),
    packedBytes,
    unpackedBytes,
    localHeader,
  };
}

/** The numbers that need 64 bits, out of the extra fields of an entry. */
function largeNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const data = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    if (extra.readUInt16LE(at) === ZIP64_FIELD)
      return Array.from({ length: Math.min(3, Math.floor(data.length / 8)) }, (_, index) =>
        Number(data.readBigUInt64LE(index * 8)),
      );
    at += 4 + data.length;
  }
  return [];
}

/** Finds the content of an entry, which begins behind a header whose length only the header itself tells. */
async function locate(header: Header, file: FileHandle, range: ByteRange): Promise<ZipEntry> {
  const { name, unpackedBytes, method } = header;
  const known = { name, unpackedBytes };
  if ((header.flags & LOCKED_FLAGS) !== 0) return { ...known, content: 'locked' };
  if (method !== STORED && method !== DEFLATED) return { ...known, content: 'unknown_method' };

  const at = range.start + header.localHeader;
  const local = at < range.end ? await readAt(file, at, LOCAL_HEADER_BYTES) : Buffer.alloc(0);
  if (local.length < LOCAL_HEADER_BYTES || local.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE)
    return { ...known, content: 'damaged' };
  const start = at + LOCAL_HEADER_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const end = start + header.packedBytes;
  if (end > range.end) return { ...known, content: 'damaged' };
  const packing = method === STORED ? 'none' : 'deflate';
  return { ...known, content: { start, end, packing, crc32: header.crc32 } };
}
