import { isAscii, isUtf8 } from 'node:buffer';
import * as json from './json-bytes';

/** Ends of lines after which a JSON value goes on, and beginnings of lines with which one does. */
const GOES_ON: ReadonlySet<number | undefined> = new Set([json.COMMA, json.COLON, json.OPEN_BRACKET, json.OPEN_BRACE]);
const WENT_ON: ReadonlySet<number | undefined> = new Set([json.COMMA, json.CLOSE_BRACKET, json.CLOSE_BRACE]);

/** The first byte of a character of several in UTF-8 is at least this; at most so many follow. */
const FIRST_LEAD = 0xc0;
const LONGEST_REST = 3;

/** Whether records are what they are taken for, judged by more of them than the one that told their form. */
export class Evidence {
  private encodedRight = 0;
  private encodedWrong = 0;
  private isDoubtful = false;
  private objects = 0;
  private fragments = 0;
  private lines = 0;

  /** Whether the text is in another encoding than UTF-8: a file of UTF-8 with some damage has more that is right than wrong. */
  get isWronglyEncoded(): boolean {
    return this.encodedWrong > this.encodedRight;
  }

  /** Whether the lines are parts of one JSON value, laid out over many lines, rather than a record each. */
  get isOneValue(): boolean {
    return this.fragments > this.objects;
  }

  /** Whether some line is not an object from its first byte to its last. */
  get hasOddLines(): boolean {
    return this.lines > this.objects;
  }

  /** Looks at a chunk before its records are noted: only if something is wrong in it each of them needs a look. */
  noteChunk(chunk: Buffer): void {
    this.isDoubtful = !isUtf8(withoutSplitCharacters(chunk));
    if (!this.isDoubtful && !isAscii(chunk)) this.encodedRight += 1;
  }

  noteRecord(record: Buffer): void {
    if (!this.isDoubtful) return;
    if (!isUtf8(record)) this.encodedWrong += 1;
    else if (!isAscii(record)) this.encodedRight += 1;
  }

  noteLine(line: Buffer): void {
    const [first, last] = [line[0], line[line.length - 1]];
    this.lines += 1;
    if (first === json.OPEN_BRACE && last === json.CLOSE_BRACE) this.objects += 1;
    else if (GOES_ON.has(last) || WENT_ON.has(first)) this.fragments += 1;
  }
}

/** The bytes without a character at either end of which the rest may lie in another chunk. */
function withoutSplitCharacters(chunk: Buffer): Buffer {
  let start = 0;
  while (start < LONGEST_REST && isContinuation(chunk[start])) start += 1;
  let end = chunk.length;
  while (end > chunk.length - LONGEST_REST && isContinuation(chunk[end - 1])) end -= 1;
  if ((chunk[end - 1] ?? 0) >= FIRST_LEAD) end -= 1;
  return chunk.subarray(start, end);
}

/** Whether the byte is one of those after the first of a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
