import { Binary, BSONRegExp, Long, ObjectId, Timestamp } from 'bson';
import { toBigInt } from '../bson/compare';
import { byteAt, Type } from '../bson/raw';
import { decodeValue } from '../bson/decode';
import { Doc, NumericValue, Rank, rankOf, toNumber, Value } from '../bson/value';
import { KeyWriter } from './key-writer';

/**
 * Writes a value so that the order of the bytes is MongoDB's order of the values. No encoding is the head of another,
 * and what follows one in a compound key is never 0xff, so that `encoding + 0xff` lies after every key that begins
 * with the encoding.
 */
export function writeValue(key: KeyWriter, value: Value): void {
  const rank = rankOf(value);
  key.byte(rank);
  switch (rank) {
    case Rank.Number:
      writeNumber(key, value as NumericValue);
      return;
    case Rank.String:
      writeText(key, Buffer.from(value as string));
      return;
    case Rank.Object:
      writeDoc(key, value as Doc);
      return;
    case Rank.Array:
      for (const item of value as Value[]) writeValue(key, item);
      key.byte(0);
      return;
    case Rank.Binary: {
      const { position, sub_type: subType } = value as Binary;
      writeUInt32(key, position);
      key.byte(subType);
      key.copy((value as Binary).value());
      return;
    }
    case Rank.ObjectId:
      key.copy((value as ObjectId).id);
      return;
    case Rank.Boolean:
      key.byte(value === true ? 1 : 0);
      return;
    case Rank.Date:
      writeDouble(key, (value as Date).getTime());
      return;
    case Rank.Timestamp:
      writeUInt32(key, (value as Timestamp).t);
      writeUInt32(key, (value as Timestamp).i);
      return;
    case Rank.RegExp:
      writeText(key, Buffer.from((value as BSONRegExp).pattern));
      writeText(key, Buffer.from((value as BSONRegExp).options));
      return;
  }
}

/** The same encoding, made from a raw BSON value without decoding the common types. */
export function writeRawValue(key: KeyWriter, bytes: Buffer, type: number, position: number): void {
  switch (type) {
    case Type.String:
      key.byte(Rank.String);
      writeText(key, bytes, position + 4, position + 3 + bytes.readInt32LE(position));
      return;
    case Type.ObjectId:
      key.reserve(13);
      key.byte(Rank.ObjectId);
      bytes.copy(key.bytes, key.length, position, position + 12);
      key.length += 12;
      return;
    case Type.Date:
      key.byte(Rank.Date);
      writeDouble(key, bytes.readInt32LE(position + 4) * 4294967296 + bytes.readUInt32LE(position));
      return;
    case Type.Int32:
      key.byte(Rank.Number);
      writeDouble(key, bytes.readInt32LE(position));
      return;
    default:
      writeValue(key, decodeValue(bytes, type, position));
  }
}

const scratch = new KeyWriter();

export function encodeKey(value: Value): Buffer {
  scratch.reset();
  writeValue(scratch, value);
  return scratch.take();
}

/** A string that is equal for two values exactly when MongoDB calls them equal (1, 1.0 and NumberLong(1) are). */
export function identityOf(value: Value): string {
  if (typeof value === 'string') return `s${value}`;
  scratch.reset();
  writeValue(scratch, value);
  return scratch.bytes.toString('latin1', 0, scratch.length);
}

function writeDoc(key: KeyWriter, doc: Doc): void {
  for (const name of Object.keys(doc)) {
    const value = doc[name];
    key.byte(rankOf(value));
    writeText(key, Buffer.from(name));
    writeValue(key, value);
  }
  key.byte(0);
}

/** The text with bytes 0 and 1 escaped, and a zero that ends it: so a head of a text comes before the text. */
function writeText(key: KeyWriter, text: Buffer, start = 0, end = text.length): void {
  key.reserve((end - start) * 2 + 1);
  const target = key.bytes;
  let length = key.length;
  for (let i = start; i < end; i++) {
    const byte = byteAt(text, i);
    if (byte > 1) {
      target[length++] = byte;
    } else {
      target[length++] = 1;
      target[length++] = byte + 1;
    }
  }
  target[length++] = 0;
  key.length = length;
}

/**
 * A number is its nearest Double; where Doubles are farther apart than whole numbers, two bytes follow with the
 * distance from it, so that Longs keep their exact order among one another and among Doubles.
 */
function writeNumber(key: KeyWriter, value: NumericValue): void {
  const nearest = toNumber(value);
  writeDouble(key, nearest);
  if (Math.abs(nearest) < 2 ** 53 || !Number.isFinite(nearest)) return;
  const distance = value instanceof Long ? Number(toBigInt(value) - BigInt(nearest)) : 0;
  key.byte(((distance + 0x8000) >> 8) & 0xff);
  key.byte((distance + 0x8000) & 0xff);
}

const double = new Float64Array(1);
const doubleBytes = new Uint8Array(double.buffer);

/** Sign bit flipped, and all bits for negative numbers: then bytes order as numbers. NaN comes first. */
function writeDouble(key: KeyWriter, value: number): void {
  key.reserve(8);
  double[0] = value === 0 ? 0 : value;
  const target = key.bytes;
  const start = key.length;
  key.length += 8;
  if (Number.isNaN(value)) {
    target.fill(0, start, key.length);
    return;
  }
  const flip = value < 0 ? 0xff : 0;
  for (let i = 0; i < 8; i++) target[start + i] = (doubleBytes[7 - i] ?? 0) ^ flip;
  if (flip === 0) target[start] = byteAt(target, start) ^ 0x80;
}

function writeUInt32(key: KeyWriter, value: number): void {
  key.reserve(4);
  key.bytes.writeUInt32BE(value, key.length);
  key.length += 4;
}
