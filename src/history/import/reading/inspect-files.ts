import { open } from 'node:fs/promises';
import { UnreadableUploadError } from './errors';
import type { InspectedFile, PackedBytes, UploadedFile } from './inspected-file';
import { type Survey, survey } from './survey';
import { checkUnpacking, type UploadLimits } from './unpacking-limits';
import { readZipDirectory } from './zip-directory';

/** As much of a file as is needed to tell what kind it is. */
const HEAD_BYTES = 4 * 1024;
const GZIP_SIGNATURE = '1f8b';
/** Of a zip archive that begins with a file, and of one without any. */
const ZIP_SIGNATURES = ['504b0304', '504b0506'];
const JSON_NAME = /\.json$/i;
/** White space, the byte order mark among it, and the bracket that a list or an object begins with. */
const JSON_BEGINNING = /^\s*[[{]/;

/**
 * Finds the listening histories in uploaded files and counts their records, reading every file to its end.
 * @throws UnreadableUploadError for the first file that holds none
 */
export async function inspectFiles(uploads: readonly UploadedFile[], limits: UploadLimits): Promise<InspectedFile[]> {
  const found: InspectedFile[] = [];
  for (const upload of uploads) found.push(...(await inspectFile(upload, limits)));
  return found;
}

async function inspectFile(upload: UploadedFile, limits: UploadLimits): Promise<InspectedFile[]> {
  const { head, size } = await readHead(upload.path);
  if (size === 0) throw new UnreadableUploadError(upload.name, 'empty');

  const signature = head.toString('hex', 0, 4);
  if (ZIP_SIGNATURES.includes(signature)) return inspectZip(upload, size, limits);
  if (signature.startsWith(GZIP_SIGNATURE)) return [await inspectGzip(upload, size, limits)];
  return [await inspectJson(upload, size, head)];
}

async function inspectJson(upload: UploadedFile, size: number, head: Buffer): Promise<InspectedFile> {
  const packed: PackedBytes = { start: 0, end: size, packing: 'none' };
  const result = await survey(upload.path, packed, () => undefined);
  if (isHistory(result)) return { ...upload, container: 'json', packed, ...counts(result) };
  throw new UnreadableUploadError(upload.name, JSON_BEGINNING.test(head.toString()) ? 'not_an_export' : 'unknown_kind');
}

async function inspectGzip(upload: UploadedFile, size: number, limits: UploadLimits): Promise<InspectedFile> {
  const packed: PackedBytes = { start: 0, end: size, packing: 'gzip' };
  const result = await survey(upload.path, packed, (bytes) => {
    checkUnpacking(upload.name, size, bytes, limits);
  });
  if (isHistory(result)) return { ...upload, container: 'gzip', packed, ...counts(result) };
  throw new UnreadableUploadError(
    upload.name,
    result.broken?.breakage === 'unpacking' ? 'damaged_gzip' : 'not_an_export',
  );
}

async function inspectZip(upload: UploadedFile, size: number, limits: UploadLimits): Promise<InspectedFile[]> {
  const entries = await readZipDirectory(upload);
  const told = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  checkUnpacking(upload.name, size, told, limits);

  const histories: InspectedFile[] = [];
  let unpackedBefore = 0;
  for (const { name, packed } of entries) {
    const result = await survey(upload.path, packed, (bytes) => {
      checkUnpacking(upload.name, packed.end - packed.start, bytes, limits);
      checkUnpacking(upload.name, size, unpackedBefore + bytes, limits);
    });
    unpackedBefore += result.bytes;
    const known = { path: upload.path, name: `${upload.name}/${name}`, entry: name };
    if (!isHistory(result)) {
      // Nobody can tell that it was none.
      if (result.broken?.breakage === 'unpacking' && JSON_NAME.test(name))
        throw new UnreadableUploadError(known.name, 'damaged_entry');
      continue;
    }
    histories.push({ ...known, container: 'zip-entry', packed, ...counts(result) });
  }
  if (histories.length === 0) throw new UnreadableUploadError(upload.name, 'no_history');
  return histories;
}

type HistorySurvey = Survey & { format: string };

function isHistory(result: Survey): result is HistorySurvey {
  return result.format !== null;
}

function counts({ format, records, bytes }: HistorySurvey): Pick<InspectedFile, 'format' | 'records' | 'bytes'> {
  return { format, records, bytes };
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
  } finally {
    await file.close();
  }
}
