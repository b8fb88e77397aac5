import { type FileHandle } from 'node:fs/promises';

/** Bytes of a file on disk, such as an archive that lies within another. */
export interface ByteRange {
  path: string;
  /** Offset of the first byte, and of the byte behind the last. */
  start: number;
  end: number;
}

/** Bytes of an open file; fewer than `length` where it ends. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}
