import { isAscii, isUtf8 } from 'node:buffer';
import * as json from './json-bytes';

/** Ends of lines after which a JSON value goes on. */
const GOES_ON: ReadonlySet<number | undefined> = new Set([json.COMMA, json.COLON, json.OPEN_BRACKET, json.OPEN_BRACE]);

/** Whether records are what they are taken for, judged by more of them than the one that told their form. */
export class Evidence {
  private encodedRight = 0;
  private encodedWrong = 0;
  private objects = 0;
  private fragments = 0;

  /** Whether the text is in another encoding than UTF-8: a file of UTF-8 with some damage has more that is right than wrong. */
  get isWronglyEncoded(): boolean {
    return this.encodedWrong > this.encodedRight;
  }

  /** Whether the lines are parts of one JSON value, laid out over many lines, rather than a record each. */
  get isOneValue(): boolean {
    return this.fragments > this.objects;
  }

  noteEncoding(record: Buffer): void {
    if (!isUtf8(record)) this.encodedWrong += 1;
    else if (!isAscii(record)) this.encodedRight += 1;
  }

  noteLine(line: Buffer): void {
    const [first, last] = [line[0], line[line.length - 1]];
    if (first === json.OPEN_BRACE && last === json.CLOSE_BRACE) this.objects += 1;
    else if (GOES_ON.has(last) || first === json.CLOSE_BRACKET || first === json.CLOSE_BRACE) this.fragments += 1;
  }
}
