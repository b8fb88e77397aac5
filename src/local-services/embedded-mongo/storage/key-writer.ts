import { createHash } from 'node:crypto';

/** LMDB takes keys of up to 1,978 bytes with its usual page size. */
export const MAX_KEY_BYTES = 1978;
const HASH_BYTES = 16;
/** How much of a longer key is kept in front of its hash. */
export const CUT_BYTES = MAX_KEY_BYTES - HASH_BYTES;

/** A growing buffer that keys are written into; one is reused for all keys. */
export class KeyWriter {
  bytes = Buffer.allocUnsafe(4096);
  length = 0;

  reset(): void {
    this.length = 0;
  }

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  copy(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Flips the bytes from `start` on, which turns their order around. */
  invert(start: number): void {
    for (let i = start; i < this.length; i++) this.bytes[i] = ~(this.bytes[i] ?? 0) & 0xff;
  }

  take(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}

/** A key that LMDB takes: one that is too long keeps its head and ends in a hash of the whole. */
export function cutKey(key: Buffer): Buffer {
  if (key.length <= MAX_KEY_BYTES) return key;
  const hash = createHash('sha256').update(key).digest().subarray(0, HASH_BYTES);
  return Buffer.concat([key.subarray(0, CUT_BYTES), hash]);
}
