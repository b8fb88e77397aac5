import { decode } from '../bson/decode';
import { Type } from '../bson/raw';
import { Doc, Value } from '../bson/value';
import { CommandError } from '../errors';
import { valuesAtPath } from '../query/paths';
import { descend, FieldLocator, Location } from './field-locator';
import { IndexSpec } from './index-spec';
import { writeRawValue, writeValue } from './key-encoding';
import { cutKey, KeyWriter, MAX_KEY_BYTES } from './key-writer';

/** The keys of one document in one index, and what they say about the index. */
export interface DocumentKeys {
  keys: Buffer[];
  /** The document has an array on an indexed path. */
  multikey: boolean;
  /** A key was too long and ends in a hash. */
  cut: boolean;
}

/** What a document that an index leaves out has there. */
export const NO_KEYS: DocumentKeys = { keys: [], multikey: false, cut: false };
const writer = new KeyWriter();

/**
 * A key is the values of the index's fields, each turned around where it descends; where they can be equal for two
 * documents, the key ends in the document's record key, so that no two are.
 * @param locator has located the indexed top-level fields in `bytes`
 */
export function indexKeys(spec: IndexSpec, bytes: Buffer, recordKey: Buffer, locator: FieldLocator): DocumentKeys {
  writer.reset();
  let present = false;
  for (const field of spec.fields) {
    const found = descend(bytes, locator.find(field.parts[0] ?? ''), field.parts);
    if (found.type === Type.Array) return multikeys(spec, bytes, recordKey);
    present ||= found.type !== 0;
    const start = writer.length;
    writeField(bytes, found);
    if (field.descending) writer.invert(start);
  }
  if (spec.sparse && !present) return NO_KEYS;
  if (!isDistinct(spec)) writer.copy(recordKey);
  return { keys: [cutKey(writer.take())], multikey: false, cut: writer.length > MAX_KEY_BYTES };
}

/** Whether no two documents have the same values in the index's fields. */
export function isDistinct({ unique, fields }: IndexSpec): boolean {
  return unique || fields.some(({ path }) => path === '_id');
}

function writeField(bytes: Buffer, found: Location): void {
  if (found.type === 0) writeValue(writer, null);
  else writeRawValue(writer, bytes, found.type, found.position);
}

/** An array has a key for each entry; an empty one has the key of undefined. */
function multikeys(spec: IndexSpec, bytes: Buffer, recordKey: Buffer): DocumentKeys {
  const doc = decode(bytes);
  let combinations: Value[][] = [[]];
  let spreadPath: string | undefined;
  let present = false;
  for (const { path, parts } of spec.fields) {
    const { values, spread } = valuesAtPath(doc, parts);
    if (spread && spreadPath !== undefined) {
      throw new CommandError(171, `cannot index parallel arrays [${path}] [${spreadPath}]`);
    }
    if (spread) spreadPath = path;
    present ||= values.some((value) => value !== undefined);
    const choices = values.length === 0 ? [undefined] : values.map((value) => value ?? null);
    combinations = combinations.flatMap((chosen) => choices.map((value) => [...chosen, value]));
  }
  if (spec.sparse && !present) return NO_KEYS;
  let cut = false;
  const keys = new Map<string, Buffer>();
  for (const values of combinations) {
    writer.reset();
    spec.fields.forEach((field, index) => {
      const start = writer.length;
      writeValue(writer, values[index]);
      if (field.descending) writer.invert(start);
    });
    if (!isDistinct(spec)) writer.copy(recordKey);
    cut ||= writer.length > MAX_KEY_BYTES;
    const key = cutKey(writer.take());
    keys.set(key.toString('latin1'), key);
  }
  return { keys: [...keys.values()], multikey: true, cut };
}

/** The values that a document has in an index's fields, for the message of a duplicate key. */
export function keyValue(spec: IndexSpec, doc: Doc): Doc {
  const value: Doc = {};
  for (const { path, parts } of spec.fields) value[path] = valuesAtPath(doc, parts).values[0] ?? null;
  return value;
}
