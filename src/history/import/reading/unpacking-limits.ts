import { type UnreadableUpload, UnreadableUploadError } from './errors';

/** An archive may unpack to this many times the largest upload, and to this many times its own size. */
const MAX_TOTAL = 4;
const MAX_RATIO = 200;
/** Below this size nothing is a bomb, however tightly it is packed. */
const HARMLESS_BYTES = 1024 * 1024;

/** Bounds on an upload, as the settings give them. */
export interface UploadLimits {
  /** Size of the largest upload, in bytes. */
  maxBytes: number;
}

/**
 * Whether `packedBytes` may unpack to `unpackedBytes`: null when they may, else what to refuse the upload for.
 * What an archive tells of itself need not be true, so this is asked of the numbers told and again of the bytes that come.
 */
export function unpackingProblem(
  packedBytes: number,
  unpackedBytes: number,
  { maxBytes }: UploadLimits,
): UnreadableUpload | null {
  if (unpackedBytes > MAX_TOTAL * maxBytes) return 'too_large_unpacked';
  if (unpackedBytes > Math.max(HARMLESS_BYTES, MAX_RATIO * packedBytes)) return 'too_tightly_packed';
  return null;
}

/** @throws UnreadableUploadError when `packedBytes` may not unpack to `unpackedBytes` */
export function checkUnpacking(name: string, packedBytes: number, unpackedBytes: number, limits: UploadLimits): void {
  const problem = unpackingProblem(packedBytes, unpackedBytes, limits);
  if (problem !== null) throw new UnreadableUploadError(name, problem);
}
