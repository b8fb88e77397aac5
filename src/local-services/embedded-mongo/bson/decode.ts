import { Binary, BSONRegExp, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { byteAt, cStringEnd, skipValue, Type } from './raw';
import { Doc, isInt32, setField, Value } from './value';

/** Names of fields; a `Set` of strings is one. */
export interface FieldNames {
  has(name: string): boolean;
}

/**
 * Decodes a checked document.
 * @param wanted names of the top-level fields to decode; all when absent
 */
export function decode(bytes: Buffer, start = 0, wanted?: FieldNames): Doc {
  const doc: Doc = {};
  let position = start + 4;
  for (let type = byteAt(bytes, position); type !== 0; type = byteAt(bytes, position)) {
    const nameEnd = cStringEnd(bytes, position + 1);
    const name = fieldName(bytes, position + 1, nameEnd);
    position = nameEnd + 1;
    if (wanted === undefined || wanted.has(name)) setField(doc, name, decodeValue(bytes, type, position));
    position = skipValue(bytes, type, position);
  }
  return doc;
}

/** Decodes the value of the element type at `position`. */
export function decodeValue(bytes: Buffer, type: number, position: number): Value {
  switch (type) {
    case Type.Double: {
      const value = bytes.readDoubleLE(position);
      return isInt32(value) ? new Double(value) : value;
    }
    case Type.String:
      return bytes.toString('utf8', position + 4, position + 3 + bytes.readInt32LE(position));
    case Type.Document:
      return decode(bytes, position);
    case Type.Array:
      return decodeArray(bytes, position);
    case Type.Binary: {
      const length = bytes.readInt32LE(position);
      return new Binary(Buffer.from(bytes.subarray(position + 5, position + 5 + length)), byteAt(bytes, position + 4));
    }
    case Type.ObjectId:
      return new ObjectId(Buffer.from(bytes.subarray(position, position + 12)));
    case Type.Boolean:
      return byteAt(bytes, position) === 1;
    case Type.Date:
      return new Date(bytes.readInt32LE(position + 4) * 4294967296 + bytes.readUInt32LE(position));
    case Type.Null:
      return null;
    case Type.RegExp: {
      const patternEnd = cStringEnd(bytes, position);
      const optionsEnd = cStringEnd(bytes, patternEnd + 1);
      return new BSONRegExp(
        bytes.toString('utf8', position, patternEnd),
        bytes.toString('latin1', patternEnd + 1, optionsEnd),
      );
    }
    case Type.Int32:
      return bytes.readInt32LE(position);
    case Type.Timestamp:
      return new Timestamp({ i: bytes.readUInt32LE(position), t: bytes.readUInt32LE(position + 4) });
    case Type.Long:
      return new Long(bytes.readInt32LE(position), bytes.readInt32LE(position + 4));
    case Type.MaxKey:
      return new MaxKey();
    case Type.MinKey:
      return new MinKey();
    default:
      return undefined;
  }
}

function decodeArray(bytes: Buffer, start: number): Value[] {
  const items: Value[] = [];
  for (const element of elements(bytes, start)) items.push(decodeValue(bytes, element.type, element.position));
  return items;
}

/** The embedded documents of an array as the slices they lie in. */
export function rawDocuments(bytes: Buffer, start: number): Buffer[] {
  const documents: Buffer[] = [];
  for (const { type, position } of elements(bytes, start)) {
    documents.push(type === Type.Document ? bytes.subarray(position, skipValue(bytes, type, position)) : EMPTY);
  }
  return documents;
}

/** What stands for an array entry that is no document. */
export const EMPTY = Buffer.alloc(0);

/** Type and position of the values of a document or array. */
export function* elements(bytes: Buffer, start: number): Generator<{ name: string; type: number; position: number }> {
  let position = start + 4;
  for (let type = byteAt(bytes, position); type !== 0; type = byteAt(bytes, position)) {
    const nameEnd = cStringEnd(bytes, position + 1);
    yield { name: fieldName(bytes, position + 1, nameEnd), type, position: nameEnd + 1 };
    position = skipValue(bytes, type, nameEnd + 1);
  }
}

const NAMES: string[] = Array.from({ length: 1024 }, () => '');

/** Field names repeat, so each is kept once: this spares a string per field, and objects of one shape share it. */
function fieldName(bytes: Buffer, start: number, end: number): string {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (hash * 31 + byteAt(bytes, i)) | 0;
  const slot = hash & 1023;
  const known = NAMES[slot] ?? '';
  if (known.length === end - start && isAscii(bytes, start, known)) return known;
  const name = bytes.toString('utf8', start, end);
  NAMES[slot] = name;
  return name;
}

function isAscii(bytes: Buffer, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const byte = byteAt(bytes, start + i);
    if (byte > 127 || text.charCodeAt(i) !== byte) return false;
  }
  return true;
}
