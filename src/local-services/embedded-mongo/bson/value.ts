import { Binary, BSONRegExp, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

/** An embedded document. Field names are arbitrary, `__proto__` included: read and write them with the functions below. */
export interface Doc {
  [name: string]: Value;
}

/**
 * A BSON value as the engine holds it. A JavaScript number is an Int32 when it is a whole number in that range and a
 * Double otherwise; a whole Double in the range of Int32 stays a `Double` object and a Long a `Long` object, so that
 * every value is written back with the type it came with. `undefined` is a missing field.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | Date
  | Double
  | Long
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | MinKey
  | MaxKey
  | Value[]
  | Doc;

export type NumericValue = number | Double | Long;

/** Ranks of MongoDB's comparison order; also the first byte of an encoded key. A rank plus one is never a rank. */
export const Rank = {
  MinKey: 1,
  Undefined: 3,
  Null: 5,
  Number: 10,
  String: 15,
  Object: 20,
  Array: 25,
  Binary: 30,
  ObjectId: 35,
  Boolean: 40,
  Date: 45,
  Timestamp: 47,
  RegExp: 50,
  MaxKey: 127,
} as const;

export function rankOf(value: Value): number {
  switch (typeof value) {
    case 'undefined':
      return Rank.Undefined;
    case 'number':
      return Rank.Number;
    case 'string':
      return Rank.String;
    case 'boolean':
      return Rank.Boolean;
  }
  if (value === null) return Rank.Null;
  if (Array.isArray(value)) return Rank.Array;
  if (isDoc(value)) return Rank.Object;
  if (value instanceof ObjectId) return Rank.ObjectId;
  if (value instanceof Date) return Rank.Date;
  if (value instanceof Timestamp) return Rank.Timestamp;
  if (value instanceof Long || value instanceof Double) return Rank.Number;
  if (value instanceof Binary) return Rank.Binary;
  if (value instanceof BSONRegExp) return Rank.RegExp;
  return value instanceof MinKey ? Rank.MinKey : Rank.MaxKey;
}

export function isDoc(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Timestamp extends Long, but is no number. */
export function isNumeric(value: Value): value is NumericValue {
  return (
    typeof value === 'number' || value instanceof Double || (value instanceof Long && !(value instanceof Timestamp))
  );
}

/** The nearest JavaScript number. */
export function toNumber(value: NumericValue): number {
  if (typeof value === 'number') return value;
  return value instanceof Double ? value.value : value.toNumber();
}

export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** A number that is stored as a Double, whatever its value. */
export function double(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

export function isDouble(value: NumericValue): boolean {
  return value instanceof Double || (typeof value === 'number' && !isInt32(value));
}

/** The integer as an Int32 when it fits, else as a Long. */
export function integer(value: bigint): number | Long {
  const narrow = Number(value);
  return isInt32(narrow) ? narrow : Long.fromBigInt(value);
}

export function getField(doc: Doc, name: string): Value {
  return Object.hasOwn(doc, name) ? doc[name] : undefined;
}

export function setField(doc: Doc, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(doc, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    doc[name] = value;
  }
}

/** A copy that shares no array or document with the original; scalars are immutable and shared. */
export function clone(value: Value): Value {
  if (Array.isArray(value)) return value.map(clone);
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const name of Object.keys(value)) setField(copy, name, clone(value[name]));
  return copy;
}

/** BSON's name of a value's type, as `$type` and error messages give it. */
export function typeName(value: Value): string {
  switch (rankOf(value)) {
    case Rank.MinKey:
      return 'minKey';
    case Rank.Undefined:
      return 'missing';
    case Rank.Null:
      return 'null';
    case Rank.Number:
      if (value instanceof Long) return 'long';
      return isDouble(value as NumericValue) ? 'double' : 'int';
    case Rank.String:
      return 'string';
    case Rank.Object:
      return 'object';
    case Rank.Array:
      return 'array';
    case Rank.Binary:
      return 'binData';
    case Rank.ObjectId:
      return 'objectId';
    case Rank.Boolean:
      return 'bool';
    case Rank.Date:
      return 'date';
    case Rank.Timestamp:
      return 'timestamp';
    case Rank.RegExp:
      return 'regex';
    default:
      return 'maxKey';
  }
}
