import { ChunkSplitter } from './chunk-splitter';
import { isClosed, LINE_FEED, trimmed } from './json-bytes';
import { MAX_RECORD_BYTES, type Place, type SplitRecord } from './split-record';

/** A record, and what Windows ends its line with. */
const MAX_LINE_BYTES = MAX_RECORD_BYTES + 1;

/**
 * Splits text with one record a line (NDJSON). A line feed is a single byte in UTF-8, and JSON has none inside a string.
 * A line that is no JSON is a record all the same; only the last one, without a line end, can break off.
 */
export class LineSplitter extends ChunkSplitter {
  /** @param from the place where the bytes fed begin: one given out as `next` earlier, or the beginning. */
  constructor(from?: Place) {
    super(from, MAX_LINE_BYTES);
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
      this.start = this.position;
      if (record !== null) return record;
    }
    return null;
  }

  end(): SplitRecord | null {
    // What is left of the last chunk is held.
    this.feed(Buffer.alloc(0));
    const line = this.line();
    if (line === null) return this.fail('unclosed', this.start);
    if (!isClosed(line)) return this.fail('cut_off', this.position);
    const record = this.take();
    this.start = this.position;
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
    const taken = this.taken();
    const line = taken === null ? null : trimmed(taken);
    return line === null || line.length > MAX_RECORD_BYTES ? null : line;
  }
}
