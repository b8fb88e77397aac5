import { BSONError, serialize } from 'bson';
import { badValue, CommandError } from '../errors';
import { Doc } from './value';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** @throws CommandError when the document cannot be written as BSON or passes 16 MiB */
export function encode(doc: Doc): Buffer {
  try {
    const bytes = serialize(doc, { ignoreUndefined: true });
    if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(bytes.length);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(MAX_DOCUMENT_BYTES + 1);
    if (error instanceof BSONError) throw badValue(error.message);
    throw error;
  }
}

export function tooLarge(bytes: number): CommandError {
  return new CommandError(10334, `BSONObj size: ${bytes} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}`);
}

/** A document of raw fields, followed by all fields of another document. */
export function concatDocument(head: readonly Buffer[], tail: Buffer): Buffer {
  return Buffer.concat(documentParts(head, tail));
}

/** The same in parts that follow one another: who puts several together copies large ones only once. */
export function documentParts(head: readonly Buffer[], tail: Buffer): Buffer[] {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeInt32LE(head.reduce((sum, part) => sum + part.length, 0) + tail.length);
  return [prefix, ...head, tail.subarray(4)];
}

/** An array element that holds documents as they lie. */
export function rawArray(name: string, documents: readonly Buffer[]): Buffer {
  let length = 5;
  documents.forEach((document, index) => (length += 2 + digits(index) + document.length));
  const head = 2 + Buffer.byteLength(name);
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = 0x04;
  bytes.write(name, 1);
  bytes[head - 1] = 0;
  bytes.writeInt32LE(length, head);
  let position = head + 4;
  documents.forEach((document, index) => {
    bytes[position++] = 0x03;
    position += bytes.write(String(index), position, 'latin1');
    bytes[position++] = 0;
    position += document.copy(bytes, position);
  });
  bytes[position] = 0;
  return bytes;
}

function digits(index: number): number {
  return String(index).length;
}
