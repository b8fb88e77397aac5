import { open } from 'node:fs/promises';
import { constants, crc32, createGunzip, createInflateRaw } from 'node:zlib';
import type { ByteRange } from './byte-range';
import { DamagedPackingError, Decompressor } from './decompressor';
import type { PackedBytes, Utf16 } from './inspected-file';

/** Read from disk at a time when nothing has to be unpacked. */
const PLAIN_CHUNK_BYTES = 256 * 1024;
/** Unpacked at a time while the one before is read: comes to 32 MiB at the most, as deflate packs 1,032:1 at best. */
const PACKED_CHUNK_BYTES = 32 * 1024;
/** What JSON so packed seldom comes to: a chunk that needs several of these waits for the thread between them. */
const UNPACKED_CHUNK_BYTES = 512 * 1024;

type Packing = Exclude<PackedBytes['packing'], 'none'>;

/**
 * The text of a history in UTF-8, in chunks, from `fromByte` of it on; a chunk is good until the next is asked for.
 * Data that is cut off simply ends, packed or not. What is packed, has a checksum or is in another encoding is read from its
 * beginning, whatever `fromByte` is.
 *
 * @throws DamagedPackingError after what lies before the damage has been given out
 */
export async function* readText(path: string, packed: PackedBytes, fromByte: number): AsyncGenerator<Buffer> {
  const { start, end, packing, crc32: checksum, encoding } = packed;
  if (packing === 'none' && checksum === undefined && encoding === undefined) {
    yield* readRange(path, start + fromByte, end, PLAIN_CHUNK_BYTES);
    return;
  }
  const bytes = readUnpacked(path, packed);
  yield* dropBytes(encoding === undefined ? bytes : toUtf8(bytes, encoding), fromByte);
}

/**
 * The unpacked bytes of a file as they are; all else is as with `readText`.
 * @throws DamagedPackingError after what lies before the damage has been given out
 */
export function readUnpacked(path: string, packed: PackedBytes): AsyncGenerator<Buffer> {
  const { start, end, packing } = packed;
  const chunks =
    packing === 'none' ? readRange(path, start, end, PLAIN_CHUNK_BYTES) : decompress(path, packed, packing);
  return packed.crc32 === undefined ? chunks : verify(chunks, packed.crc32);
}

/** Half a character at the end, of a file that is cut off, is left out. */
async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Utf16): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
}

/**
 * Unpacks to a file of its own what is itself an archive; of damaged data as much as there is.
 * @param follow called with the number of bytes so far; throws when they are too many
 */
export async function unpackToFile(
  path: string,
  packed: PackedBytes,
  target: string,
  follow: (bytes: number) => void,
): Promise<ByteRange> {
  const file = await open(target, 'wx', 0o600);
  let end = 0;
  try {
    for await (const chunk of readUnpacked(path, packed)) {
      end += chunk.length;
      follow(end);
      await file.writeFile(chunk);
    }
  } catch (error) {
    if (!(error instanceof DamagedPackingError)) throw error;
  } finally {
    await file.close();
  }
  return { path: target, start: 0, end };
}

async function* readRange(path: string, start: number, end: number, chunkBytes: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, Math.max(end - start, 1)));
  const file = await open(path);
  try {
    for (let at = start; at < end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Unpacks in large steps. One that comes upon damage keeps to itself some of what lies before it, so the way there is then
 * gone once more, its last stretch byte by byte: all that can be unpacked is given out, and every time the same.
 */
async function* decompress(path: string, { start, end }: PackedBytes, packing: Packing): AsyncGenerator<Buffer> {
  const packedChunks = (): AsyncGenerator<Buffer> => readRange(path, start, end, PACKED_CHUNK_BYTES);
  let packedBytes = 0;
  let unpackedBytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of packedChunks()) {
      yield chunk;
      packedBytes += chunk.length;
    }
  }
  try {
    for await (const chunk of inflate(counted(), packing)) {
      unpackedBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof DamagedPackingError)) throw error;
    yield* dropBytes(inflate(inBytesFrom(packedBytes, packedChunks()), packing), unpackedBytes);
  }
}

async function* inflate(packedChunks: AsyncIterable<Buffer>, packing: Packing): AsyncGenerator<Buffer> {
  // Data that is cut off gives out what it has, as plain JSON does; the splitter will tell where the array breaks off.
  const options = { chunkSize: UNPACKED_CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
  const decompressor = new Decompressor(packing === 'gzip' ? createGunzip(options) : createInflateRaw(options));
  try {
    let unpacked: Buffer[] = [];
    for await (const chunk of packedChunks) {
      const unpacking = decompressor.write(chunk);
      // Whoever reads works on what came of the chunk before, while this one is being unpacked.
      yield* unpacked;
      unpacked = await unpacking;
      if (decompressor.ended || decompressor.failed) break;
    }
    yield* unpacked;
    decompressor.check();
    yield* await decompressor.end();
    decompressor.check();
  } finally {
    decompressor.close();
  }
}

/** The same bytes, from an offset on one by one. */
async function* inBytesFrom(offset: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of chunks) {
    const whole = Math.min(Math.max(offset - at, 0), chunk.length);
    if (whole > 0) yield chunk.subarray(0, whole);
    for (let byte = whole; byte < chunk.length; byte += 1) yield chunk.subarray(byte, byte + 1);
    at += chunk.length;
  }
}

async function* verify(chunks: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== expected) throw new DamagedPackingError();
}

async function* dropBytes(chunks: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    const dropped = Math.min(left, chunk.length);
    left -= dropped;
    if (dropped < chunk.length) yield chunk.subarray(dropped);
  }
}
