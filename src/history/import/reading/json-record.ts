import { isUtf8 } from 'node:buffer';

/** A record of the file as JSON gives it: any field may be missing, or of any type. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The object these bytes spell, or null when they are no valid UTF-8, no valid JSON, or no object. */
export function parseRecord(bytes: Buffer): JsonRecord | null {
  return isUtf8(bytes) ? parseRoughly(bytes) : null;
}

/** The same of a record whose text may be in a wrong encoding: what its fields are called is plain ASCII. */
export function parseRoughly(bytes: Buffer): JsonRecord | null {
  const value = parseJson(bytes.toString());
  return isRecord(value) ? value : null;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the record, and with it fields that must not leave the reader.
    return undefined;
  }
}
