import { byteAt, cStringEnd, skipValue, Type } from '../bson/raw';

/**
 * A tree of listed fields: `undefined` for a field listed whole, the fields below for one of which parts are listed, a
 * number for an array of which that many entries stay, whatever becomes of other fields.
 */
export type ListedFields = ReadonlyMap<string, ListedFields | number | undefined>;

interface Field {
  name: Buffer;
  below: FieldTable | undefined;
  head: number | undefined;
}

/** Fields by the length of their names in bytes. */
type FieldTable = Field[][];

/** Shorter runs of bytes are copied one by one, which costs less than the call. */
const SHORT_RUN = 32;

/** Where each document is put together before it is copied. */
let target = Buffer.allocUnsafe(4096);

/**
 * Keeps, or drops, the listed fields of raw documents, whose bytes are copied as they lie.
 * @returns a function that gives the new document, or undefined where a path leads into an array: entries of arrays
 * are numbered anew, and that takes decoding
 */
export function rawProjection(fields: ListedFields, including: boolean): (bytes: Buffer) => Buffer | undefined {
  const table = tableOf(fields);
  return (bytes) => {
    // What is left out makes a document shorter, so that this is room enough.
    if (target.length < bytes.length) target = Buffer.allocUnsafe(bytes.length * 2);
    const end = project(bytes, 0, target, 0, table, including);
    return end === undefined ? undefined : Buffer.from(target.subarray(0, end));
  };
}

function tableOf(fields: ListedFields): FieldTable {
  const table: FieldTable = [];
  for (const [text, below] of fields) {
    const name = Buffer.from(text);
    const part =
      typeof below === 'number'
        ? { below: undefined, head: below }
        : { below: below && tableOf(below), head: undefined };
    (table[name.length] ??= []).push({ name, ...part });
  }
  return table;
}

/** Writes the document at `start` to `target` and returns where it ends there. */
function project(
  bytes: Buffer,
  start: number,
  target: Buffer,
  targetStart: number,
  table: FieldTable,
  including: boolean,
): number | undefined {
  let written = targetStart + 4;
  let position = start + 4;
  let runStart = position;
  for (let type = byteAt(bytes, position); type !== 0; type = byteAt(bytes, position)) {
    const element = position;
    const nameEnd = cStringEnd(bytes, position + 1);
    const field = fieldAt(bytes, element + 1, nameEnd, table);
    position = skipValue(bytes, type, nameEnd + 1);
    const isParent = field?.below !== undefined && type === Type.Document;
    if (field?.below !== undefined && type === Type.Array) return undefined;
    const cutsArray = field?.head !== undefined && type === Type.Array;
    if (!cutsArray && isKept(field, isParent, including)) continue;
    written = copyRun(bytes, runStart, element, target, written);
    runStart = position;
    if (!cutsArray && !isParent) continue;
    written = copyRun(bytes, element, nameEnd + 1, target, written);
    if (cutsArray) {
      written = copyHead(bytes, nameEnd + 1, target, written, field.head ?? 0);
      continue;
    }
    if (!field.below) continue;
    const end = project(bytes, nameEnd + 1, target, written, field.below, including);
    if (end === undefined) return undefined;
    written = end;
  }
  written = copyRun(bytes, runStart, position, target, written);
  target[written++] = 0;
  target.writeInt32LE(written - targetStart, targetStart);
  return written;
}

/** Writes the first entries of the array at `start` to `target` and returns where it ends there. */
function copyHead(bytes: Buffer, start: number, target: Buffer, targetStart: number, count: number): number {
  let position = start + 4;
  for (let entry = 0; entry < count; entry++) {
    const type = byteAt(bytes, position);
    if (type === 0) break;
    position = skipValue(bytes, type, cStringEnd(bytes, position + 1) + 1);
  }
  let written = copyRun(bytes, start + 4, position, target, targetStart + 4);
  target[written++] = 0;
  target.writeInt32LE(written - targetStart, targetStart);
  return written;
}

/** Whether an element goes over as it is. Parts of what is no document can be left out, but not listed. */
function isKept(field: Field | undefined, isParent: boolean, including: boolean): boolean {
  if (isParent) return false;
  if (field?.head !== undefined) return true;
  const isListed = field !== undefined && field.below === undefined;
  return isListed === including;
}

function fieldAt(bytes: Buffer, start: number, end: number, table: FieldTable): Field | undefined {
  for (const field of table[end - start] ?? []) {
    let i = 0;
    while (start + i < end && bytes[start + i] === field.name[i]) i++;
    if (start + i === end) return field;
  }
  return undefined;
}

function copyRun(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
  if (end - start >= SHORT_RUN) return at + bytes.copy(target, at, start, end);
  let written = at;
  for (let i = start; i < end; i++) target[written++] = byteAt(bytes, i);
  return written;
}
