import { type Breakage, BrokenJsonError } from './broken-json.error';
import { FILE_START, type Place, type SplitRecord, type Splitter } from './split-record';

/** What splitters have in common: the chunk that is looked at, and the beginning of what ends in a later one. */
export abstract class ChunkSplitter implements Splitter {
  protected records: number;
  protected chunk: Buffer = Buffer.alloc(0);
  /** Offset of the chunk in the file, and of the next byte in the chunk. */
  protected base: number;
  protected at = 0;
  /** Offset in the file of the first byte of what is being taken up. */
  protected start: number;
  private readonly kept: Buffer;

  /**
   * @param from      the place where the bytes fed begin: one given out as `next` earlier, or the beginning
   * @param mostBytes more of one piece are not kept
   */
  constructor(
    from: Place = FILE_START,
    private readonly mostBytes: number,
  ) {
    this.records = from.record;
    this.base = from.byte;
    this.start = from.byte;
    this.kept = Buffer.allocUnsafeSlow(mostBytes);
  }

  get position(): number {
    return this.base + this.at;
  }

  get recordCount(): number {
    return this.records;
  }

  feed(chunk: Buffer): void {
    this.base += this.at;
    this.chunk = chunk;
    this.at = 0;
  }

  abstract next(): SplitRecord | null;

  abstract end(): SplitRecord | null;

  /** Keeps what this chunk holds of the piece, up to here: the chunk is gone when the next one is fed. */
  protected hold(): void {
    if (this.position - this.start > this.mostBytes) return;
    const from = Math.max(this.start, this.base);
    this.chunk.copy(this.kept, from - this.start, from - this.base, this.at);
  }

  /** The bytes of the piece up to here, good until the next call; null when they are more than are kept. */
  protected taken(): Buffer | null {
    const length = this.position - this.start;
    if (length > this.mostBytes) return null;
    if (this.start >= this.base) return this.chunk.subarray(this.at - length, this.at);
    this.hold();
    return this.kept.subarray(0, length);
  }

  protected fail(breakage: Breakage, byteOffset: number): never {
    throw new BrokenJsonError(breakage, byteOffset, this.records + 1);
  }
}
