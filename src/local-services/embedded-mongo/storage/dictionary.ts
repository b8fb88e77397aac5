import { Binary, ObjectId } from 'bson';
import { encode } from '../bson/encode';
import { Doc, isDoc, Value } from '../bson/value';

/** What is prepared anew for every document, and so kept short. */
const LONGEST_BYTES = 2_048;
const NO_ID = new ObjectId('0'.repeat(24));

/**
 * What the documents of a collection are compressed with (LZ4): the names and types of the fields of one of them, which
 * the others share. Its values are left out, so that nothing of a document stays when it is deleted.
 */
export function dictionaryOf(document: Doc): Buffer {
  return encode(withoutValues(document)).subarray(0, LONGEST_BYTES);
}

function withoutValues(doc: Doc): Doc {
  return Object.fromEntries(Object.entries(doc).map(([name, value]) => [name, emptied(value)]));
}

function emptied(value: Value): Value {
  if (isDoc(value)) return withoutValues(value);
  if (Array.isArray(value)) return value.slice(0, 1).map(emptied);
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return '';
  if (value instanceof Date) return new Date(0);
  if (value instanceof ObjectId) return NO_ID;
  if (value instanceof Binary) return new Binary(new Uint8Array(0), value.sub_type);
  return typeof value === 'boolean' ? false : null;
}
