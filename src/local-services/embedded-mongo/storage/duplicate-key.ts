import { ObjectId } from 'bson';
import { Doc, isDoc, Value } from '../bson/value';
import { CommandError } from '../errors';
import { keyValue } from './index-keys';
import { IndexSpec, keyPattern } from './index-spec';

/** A unique index already holds the document's key. */
export class DuplicateKeyError extends CommandError {
  readonly keyPattern: Doc;
  readonly keyValue: Doc;

  constructor(namespace: string, index: IndexSpec, doc: Doc) {
    const value = keyValue(index, doc);
    super(11000, `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${show(value)}`);
    this.keyPattern = keyPattern(index.fields);
    this.keyValue = value;
  }
}

function show(value: Value): string {
  if (isDoc(value)) {
    const fields = Object.keys(value).map((name) => `${name}: ${show(value[name])}`);
    return `{ ${fields.join(', ')} }`;
  }
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return JSON.stringify(value);
}
