import { badValue } from '../errors';

/** BSON's element types, by their byte (bsonspec.org, version 1.1). */
export const Type = {
  Double: 0x01,
  String: 0x02,
  Document: 0x03,
  Array: 0x04,
  Binary: 0x05,
  Undefined: 0x06,
  ObjectId: 0x07,
  Boolean: 0x08,
  Date: 0x09,
  Null: 0x0a,
  RegExp: 0x0b,
  Int32: 0x10,
  Timestamp: 0x11,
  Long: 0x12,
  MaxKey: 0x7f,
  MinKey: 0xff,
} as const;

/** Types of the format that the engine does not hold: they are refused by name rather than stored wrongly. */
const REFUSED = new Map([
  [0x0c, 'DBPointer'],
  [0x0d, 'JavaScript code'],
  [0x0e, 'Symbol'],
  [0x0f, 'JavaScript code with scope'],
  [0x13, 'Decimal128'],
]);

const MAX_DEPTH = 180;

/** Bytes that are no BSON document. Nothing of the message they came in can be trusted. */
export class MalformedBsonError extends Error {}

export function byteAt(bytes: Buffer, position: number): number {
  return bytes[position] ?? 0;
}

/** Position of the zero byte that ends the C string at `position`. */
export function cStringEnd(bytes: Buffer, position: number): number {
  let end = position;
  while (byteAt(bytes, end) !== 0) end++;
  return end;
}

/** Position after the value at `position`. The bytes must have passed `checkDocument`. */
export function skipValue(bytes: Buffer, type: number, position: number): number {
  switch (type) {
    case Type.Double:
    case Type.Date:
    case Type.Timestamp:
    case Type.Long:
      return position + 8;
    case Type.String:
      return position + 4 + bytes.readInt32LE(position);
    case Type.Document:
    case Type.Array:
      return position + bytes.readInt32LE(position);
    case Type.Binary:
      return position + 5 + bytes.readInt32LE(position);
    case Type.ObjectId:
      return position + 12;
    case Type.Boolean:
      return position + 1;
    case Type.RegExp:
      return cStringEnd(bytes, cStringEnd(bytes, position) + 1) + 1;
    case Type.Int32:
      return position + 4;
    default:
      return position;
  }
}

/**
 * Checks every length, terminator and type of the document that starts at `start`, so that later readers need not.
 * @returns the position after the document
 * @throws MalformedBsonError when it does not end at or before `limit`, or is no BSON
 * @throws CommandError (BadValue) for a type that the engine does not hold
 */
export function checkDocument(bytes: Buffer, start: number, limit: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw new MalformedBsonError('document is nested too deeply');
  const end = start + checkedLength(bytes, start, limit, 5);
  const last = end - 1;
  if (byteAt(bytes, last) !== 0) throw new MalformedBsonError('document has no terminator');
  let position = start + 4;
  while (position < last) {
    const type = byteAt(bytes, position);
    position = checkedCString(bytes, position + 1, last);
    position = checkValue(bytes, type, position, last, depth);
  }
  if (position !== last) throw new MalformedBsonError('document length does not fit its elements');
  return end;
}

function checkValue(bytes: Buffer, type: number, position: number, limit: number, depth: number): number {
  let end: number;
  switch (type) {
    case Type.Document:
    case Type.Array:
      return checkDocument(bytes, position, limit, depth + 1);
    case Type.String:
      end = position + 4 + checkedLength(bytes, position, limit - 4, 1);
      if (byteAt(bytes, end - 1) !== 0) throw new MalformedBsonError('string has no terminator');
      return end;
    case Type.Binary:
      end = position + 5 + checkedLength(bytes, position, limit - 5, 0);
      break;
    case Type.RegExp:
      end = checkedCString(bytes, checkedCString(bytes, position, limit), limit);
      break;
    case Type.Undefined:
    case Type.Null:
    case Type.MinKey:
    case Type.MaxKey:
      return position;
    default: {
      const refused = REFUSED.get(type);
      if (refused !== undefined) throw badValue(`values of type ${refused} are not supported by the embedded engine`);
      end = skipValue(bytes, type, position);
      if (end === position) throw new MalformedBsonError(`unknown element type ${type}`);
    }
  }
  if (end > limit) throw new MalformedBsonError('value reaches beyond its document');
  return end;
}

function checkedLength(bytes: Buffer, position: number, limit: number, least: number): number {
  if (position + 4 > bytes.length) throw new MalformedBsonError('length is cut off');
  const length = bytes.readInt32LE(position);
  if (length < least || position + length > limit) throw new MalformedBsonError('length is out of bounds');
  return length;
}

function checkedCString(bytes: Buffer, position: number, limit: number): number {
  const end = bytes.indexOf(0, position);
  if (end === -1 || end >= limit) throw new MalformedBsonError('name has no terminator');
  return end + 1;
}
