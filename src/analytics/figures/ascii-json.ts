const NOT_ASCII = /[\u0080-\uffff]/g;

/**
 * A value as JSON of ASCII characters alone. One other character in a text of a megabyte, and V8 keeps all of it with two
 * bytes a character, which takes longer to make and to parse.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
