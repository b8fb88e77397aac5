import { ObjectId } from 'bson';
import { decodeValue } from '../bson/decode';
import { concatDocument, encode } from '../bson/encode';
import { byteAt, skipValue } from '../bson/raw';
import { Rank, rankOf, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { encodeKey } from './key-encoding';
import { MAX_KEY_BYTES } from './key-writer';

/** A document on its way to a table, with the key of its record. */
export interface Entry {
  recordKey: Buffer;
  bytes: Buffer;
}

/** @throws CommandError (BadValue) for an `_id` that is too long to be a key */
export function recordKeyOf(id: Value): Buffer {
  const key = encodeKey(id);
  if (key.length > MAX_KEY_BYTES) throw badValue(`_id is too long: at most ${MAX_KEY_BYTES} bytes are supported`);
  return key;
}

/** The entry of a document that is to be inserted. @throws CommandError for an `_id` that cannot be one */
export function entryOf(document: Buffer): Entry {
  const bytes = withIdFirst(document);
  const type = byteAt(bytes, 4);
  const id = decodeValue(bytes, type, 9);
  const rank = rankOf(id);
  if (rank === Rank.Array || rank === Rank.RegExp || rank === Rank.Undefined) {
    throw new CommandError(2, `can't use a value of this type for _id`);
  }
  return { recordKey: recordKeyOf(id), bytes };
}

/** The document with `_id` as its first field, made up when it has none. */
function withIdFirst(document: Buffer): Buffer {
  if (startsWithId(document, 4)) return document;
  let position = 4;
  for (let type = byteAt(document, position); type !== 0; type = byteAt(document, position)) {
    const start = position;
    const valueStart = document.indexOf(0, position + 1) + 1;
    position = skipValue(document, type, valueStart);
    if (!startsWithId(document, start)) continue;
    return Buffer.concat([
      document.subarray(0, 4),
      document.subarray(start, position),
      document.subarray(4, start),
      document.subarray(position),
    ]);
  }
  const id = encode({ _id: new ObjectId() });
  return concatDocument([id.subarray(4, -1)], document);
}

function startsWithId(bytes: Buffer, position: number): boolean {
  return bytes.length > position + 5 && bytes.toString('latin1', position + 1, position + 5) === '_id\0';
}
