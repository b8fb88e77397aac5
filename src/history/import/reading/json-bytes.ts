/** The bytes that give JSON its structure. In UTF-8 no part of a longer character looks like one of them. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
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
