import { ChunkSplitter } from './chunk-splitter';
import * as json from './json-bytes';
import { FILE_START, MAX_RECORD_BYTES, type Place, type SplitRecord } from './split-record';

enum Phase {
  BeforeArray,
  FirstRecord,
  Record,
  InNested,
  InScalar,
  AfterRecord,
  AfterArray,
}

/**
 * Splits a JSON array into its elements by bytes alone: a quote, a backslash and the four brackets are single bytes in
 * UTF-8, so nothing has to be decoded to find where an element ends, and memory stays bounded however long or deep an
 * element is. What its bytes mean is for `JSON.parse` to say.
 */
export class ArraySplitter extends ChunkSplitter {
  private phase: Phase;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private opening = 0;

  /** @param from the place where the bytes fed begin: one given out as `next` earlier, or the beginning. */
  constructor(from: Place = FILE_START) {
    super(from, MAX_RECORD_BYTES);
    this.phase = from.record === 0 ? Phase.BeforeArray : Phase.AfterRecord;
  }

  next(): SplitRecord | null {
    while (this.at < this.chunk.length) {
      if (this.phase === Phase.InNested) {
        if (this.scanNested()) return this.take();
      } else if (this.phase === Phase.InScalar) {
        if (this.scanScalar()) return this.take();
      } else {
        this.scanBetween();
      }
    }
    if (this.phase === Phase.InNested || this.phase === Phase.InScalar) this.hold();
    return null;
  }

  end(): null {
    if (this.phase === Phase.AfterArray) return null;
    // A record that has swallowed this much is more likely damaged where it began than cut off where the file ends.
    const runaway = this.phase === Phase.InNested && this.position - this.start > MAX_RECORD_BYTES;
    if (runaway) this.fail('unclosed', this.start);
    return this.fail('cut_off', this.position);
  }

  /** Goes on inside an object, array or string; true when it ends in this chunk. The loop that takes nearly all the time. */
  private scanNested(): boolean {
    const { chunk } = this;
    const { length } = chunk;
    let { at, depth, inString } = this;
    let closing = 0;
    if (this.escaped) at += 1;
    while (at < length) {
      const byte = chunk[at++] ?? 0;
      if (inString) {
        if (byte === json.BACKSLASH) at += 1;
        else if (byte === json.QUOTE) inString = false;
        else continue;
      } else if (byte === json.QUOTE) inString = true;
      else if (byte === json.OPEN_BRACE || byte === json.OPEN_BRACKET) depth += 1;
      else if (byte === json.CLOSE_BRACE || byte === json.CLOSE_BRACKET) depth -= 1;
      else continue;
      if (depth === 0 && !inString) {
        closing = byte;
        break;
      }
    }
    this.escaped = at > length;
    this.at = Math.min(at, length);
    this.depth = depth;
    this.inString = inString;
    if (closing !== 0 && !json.closes(this.opening, closing)) this.fail('unclosed', this.start);
    return closing !== 0;
  }

  private scanScalar(): boolean {
    while (this.at < this.chunk.length) {
      if (!json.isScalar(this.chunk[this.at])) return true;
      this.at += 1;
    }
    return false;
  }

  /** Takes what stands between records: white space and one byte of structure, or the first of the next record. */
  private scanBetween(): void {
    while (json.isSpace(this.chunk[this.at])) this.at += 1;
    const byte = this.chunk[this.at];
    if (byte === undefined) return;
    switch (this.phase) {
      case Phase.BeforeArray:
        if (byte === json.OPEN_BRACKET) this.phase = Phase.FirstRecord;
        else if (byte !== json.BYTE_ORDER_MARK[this.position]) this.fail('unexpected', this.position);
        this.at += 1;
        return;
      case Phase.AfterRecord:
        if (byte === json.COMMA) this.phase = Phase.Record;
        else if (byte === json.CLOSE_BRACKET) this.phase = Phase.AfterArray;
        else this.fail('unexpected', this.position);
        this.at += 1;
        return;
      case Phase.AfterArray:
        return this.fail('trailing', this.position);
      default:
        this.open(byte);
    }
  }

  /** Takes the first byte of a record, or the end of an array without any. */
  private open(byte: number): void {
    this.start = this.position;
    this.opening = byte;
    this.inString = byte === json.QUOTE;
    this.depth = byte === json.OPEN_BRACE || byte === json.OPEN_BRACKET ? 1 : 0;
    if (this.inString || this.depth === 1) this.phase = Phase.InNested;
    else if (json.isScalar(byte)) this.phase = Phase.InScalar;
    else if (byte === json.CLOSE_BRACKET && this.phase === Phase.FirstRecord) this.phase = Phase.AfterArray;
    else this.fail('unexpected', this.position);
    this.at += 1;
  }

  private take(): SplitRecord {
    this.phase = Phase.AfterRecord;
    this.records += 1;
    return { bytes: this.taken(), next: { record: this.records, byte: this.position } };
  }
}
