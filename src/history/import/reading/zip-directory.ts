import { type FileHandle, open } from 'node:fs/promises';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { UnreadableUploadError } from './errors';
import type { PackedBytes, UploadedFile } from './inspected-file';

const MAX_ENTRIES = 1_000;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;

/** A file in a zip archive. */
export interface ZipEntry {
  name: string;
  packed: PackedBytes;
  /** Length of its content as the archive tells it, which need not be true. */
  unpackedBytes: number;
}

/**
 * The files in a zip archive, folders left out, and where in it the content of each lies.
 * Their names are only ever shown, so that one which points out of its folder does no harm.
 *
 * @throws UnreadableUploadError for a damaged or encrypted archive, one packed in an unusual way, or one with too many entries
 */
export async function readZipDirectory(upload: UploadedFile): Promise<ZipEntry[]> {
  const entries = (await listEntries(upload)).filter((entry) => !entry.fileName.endsWith('/'));
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableUploadError(upload.name, 'encrypted_zip');
  const readable = entries.every(
    ({ compressionMethod }) => compressionMethod === STORED || compressionMethod === DEFLATED,
  );
  if (!readable) throw new UnreadableUploadError(upload.name, 'unsupported_zip');

  const archive = await open(upload.path);
  try {
    const located: ZipEntry[] = [];
    for (const entry of entries) located.push(await locate(entry, archive, upload.name));
    return located;
  } finally {
    await archive.close();
  }
}

async function listEntries({ path, name }: UploadedFile): Promise<Entry[]> {
  const zip = await openArchive(path).catch((error: unknown) => refuse(error, name));
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableUploadError(name, 'too_many_entries');
    return await readEntries(zip).catch((error: unknown) => refuse(error, name));
  } finally {
    zip.close();
  }
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
}

function readEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('error', reject);
    zip.once('end', () => {
      resolve(entries);
    });
    zip.readEntry();
  });
}

/** What the file system reports is no fault of the archive; everything else is. */
function refuse(error: unknown, name: string): never {
  if (error instanceof Error && 'syscall' in error) throw error;
  throw new UnreadableUploadError(name, 'damaged_zip');
}

/** Finds the content of an entry, which begins behind a header whose length only the header itself tells. */
async function locate(entry: Entry, archive: FileHandle, archiveName: string): Promise<ZipEntry> {
  const at = entry.relativeOffsetOfLocalHeader;
  const { buffer: header, bytesRead } = await archive.read(Buffer.alloc(LOCAL_HEADER_BYTES), 0, LOCAL_HEADER_BYTES, at);
  const start = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = start + entry.compressedSize;
  const { size } = await archive.stat();
  const found = bytesRead === LOCAL_HEADER_BYTES && header.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE && end <= size;
  if (!found) throw new UnreadableUploadError(archiveName, 'damaged_zip');

  const packing = entry.compressionMethod === STORED ? 'none' : 'deflate';
  return {
    name: entry.fileName,
    packed: { start, end, packing, crc32: entry.crc32 },
    unpackedBytes: entry.uncompressedSize,
  };
}
