/** The bytes that give JSON its structure. In UTF-8 no part of a longer character looks like one of them. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const COLON = 0x3a;
export const LINE_FEED = 0x0a;
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

const SCALAR_BYTES: ReadonlySet<number> = new Set(
  Buffer.from('+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
);

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether the byte can be part of a number or of `true`, `false`, `null`, or of something that was meant to be one. */
export function isScalar(byte: number | undefined): boolean {
  return byte !== undefined && SCALAR_BYTES.has(byte);
}

/** Whether a value that began with the one byte may end with the other. */
export function closes(opening: number, closing: number): boolean {
  if (opening === OPEN_BRACE) return closing === CLOSE_BRACE;
  if (opening === OPEN_BRACKET) return closing === CLOSE_BRACKET;
  return opening === closing;
}

/** The bytes without white space, and a byte order mark, around them. */
export function trimmed(bytes: Buffer): Buffer {
  let start = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start += 1;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

/** Whether every bracket and quote that opens in the bytes is closed in them. */
export function isClosed(bytes: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
  }
  return depth <= 0 && !inString;
}
