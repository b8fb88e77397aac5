import { type Breakage, BrokenJsonError } from './broken-json.error';
import { isClosed, LINE_FEED, trimmed } from './json-bytes';
import { FILE_START, MAX_RECORD_BYTES, type Place, type SplitRecord, type Splitter } from './split-record';

/** A record, and what Windows ends its line with. */
const MAX_LINE_BYTES = MAX_RECORD_BYTES + 1;

/**
 * Splits text with one record a line (NDJSON). A line feed is a single byte in UTF-8, and JSON has none inside a string.
 * A line that is no JSON is a record all the same; only the last one, without a line end, can break off.
 */
export class LineSplitter implements Splitter {
  private records: number;
  private chunk: Buffer = Buffer.alloc(0);
  /** Offset of the chunk in the file, and of the next byte in the chunk. */
  private base: number;
  private at = 0;
  /** Offset in the file at which the line begins. */
  private lineStart: number;
  /** The beginning of a line that ends in a later chunk. */
  private readonly held = Buffer.allocUnsafeSlow(MAX_LINE_BYTES);

  /** @param from the place where the bytes fed begin: one given out as `next` earlier, or the beginning. */
  constructor(from: Place = FILE_START) {
    this.records = from.record;
    this.base = from.byte;
    this.lineStart = from.byte;
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

  next(): SplitRecord | null {
    while (this.at < this.chunk.length) {
      const lineFeed = this.chunk.indexOf(LINE_FEED, this.at);
      if (lineFeed === -1) {
        this.at = this.chunk.length;
        this.hold();
        return null;
      }
      this.at = lineFeed;
      const record = this.take();
      this.at = lineFeed + 1;
      this.lineStart = this.position;
      if (record !== null) return record;
    }
    return null;
  }

  end(): SplitRecord | null {
    // What is left of the last chunk is held.
    this.feed(Buffer.alloc(0));
    const line = this.line();
    if (line === null) return this.fail('unclosed', this.lineStart);
    if (!isClosed(line)) return this.fail('cut_off', this.position);
    const record = this.take();
    this.lineStart = this.position;
    return record;
  }

  /** The line up to here as a record; null for a blank one. */
  private take(): SplitRecord | null {
    const line = this.line();
    if (line?.length === 0) return null;
    this.records += 1;
    return { bytes: line, next: { record: this.records, byte: this.position } };
  }

  /** The bytes of the line up to here; null when they are too many to be a record. */
  private line(): Buffer | null {
    const length = this.position - this.lineStart;
    if (length > MAX_LINE_BYTES) return null;
    const isHeld = this.lineStart < this.base;
    if (isHeld) this.hold();
    const line = trimmed(isHeld ? this.held.subarray(0, length) : this.chunk.subarray(this.at - length, this.at));
    return line.length > MAX_RECORD_BYTES ? null : line;
  }

  /** Keeps what this chunk holds of the line, up to here. */
  private hold(): void {
    if (this.position - this.lineStart > MAX_LINE_BYTES) return;
    const from = Math.max(this.lineStart, this.base);
    this.chunk.copy(this.held, from - this.lineStart, from - this.base, this.at);
  }

  private fail(breakage: Breakage, byteOffset: number): never {
    throw new BrokenJsonError(breakage, byteOffset, this.records + 1);
  }
}
