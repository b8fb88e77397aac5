import { CommandError } from '../errors';
import { Doc, getField, isDoc, isNumeric, toNumber, Value } from '../bson/value';

export interface IndexField {
  path: string;
  parts: string[];
  descending: boolean;
}

/** An index as `createIndexes` describes it. */
export interface IndexSpec {
  name: string;
  fields: IndexField[];
  unique: boolean;
  sparse: boolean;
  partialFilter?: Doc;
  expireAfterSeconds?: number;
}

/** What `createIndexes` may say of an index. */
export const INDEX_OPTIONS: ReadonlySet<string> = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
]);
/** Options whose only supported value is the one that changes nothing. */
const WITHOUT_EFFECT = new Set(['background', 'ns']);

/** @throws CommandError for an option or a kind of index that the engine does not have */
export function parseIndexSpec(spec: Doc): IndexSpec {
  const key = spec.key;
  if (!isDoc(key) || Object.keys(key).length === 0) {
    throw new CommandError(67, 'an index needs a key with at least one field');
  }
  for (const option of Object.keys(spec)) {
    const harmless = WITHOUT_EFFECT.has(option) || (option === 'collation' && isSimpleCollation(spec.collation));
    if (!INDEX_OPTIONS.has(option) && !harmless) {
      throw new CommandError(67, `index option '${option}' is not supported by the embedded engine`);
    }
  }
  const fields = Object.keys(key).map((path) => parseField(path, key[path]));
  const partial = spec.partialFilterExpression;
  if (partial !== undefined && !isDoc(partial)) {
    throw new CommandError(67, 'partialFilterExpression must be a document');
  }
  const expiry = spec.expireAfterSeconds;
  if (expiry !== undefined && (!isNumeric(expiry) || toNumber(expiry) < 0 || fields.length > 1)) {
    throw new CommandError(67, 'expireAfterSeconds must be a number of 0 or more on an index of one field');
  }
  return {
    name: typeof spec.name === 'string' ? spec.name : defaultName(key),
    fields,
    unique: isTrue(spec.unique),
    sparse: isTrue(spec.sparse),
    ...(partial && { partialFilter: partial }),
    ...(expiry !== undefined && { expireAfterSeconds: toNumber(expiry) }),
  };
}

export function keyPattern(fields: readonly IndexField[]): Doc {
  const pattern: Doc = {};
  for (const field of fields) pattern[field.path] = field.descending ? -1 : 1;
  return pattern;
}

/** The index as `listIndexes` shows it and the catalogue stores it. */
export function describeIndex(spec: IndexSpec): Doc {
  return {
    v: 2,
    key: keyPattern(spec.fields),
    name: spec.name,
    ...(spec.unique && { unique: true }),
    ...(spec.sparse && { sparse: true }),
    ...(spec.partialFilter && { partialFilterExpression: spec.partialFilter }),
    ...(spec.expireAfterSeconds !== undefined && { expireAfterSeconds: spec.expireAfterSeconds }),
  };
}

export function isTrue(value: Value): boolean {
  return value === true || (isNumeric(value) && toNumber(value) !== 0);
}

/** Strings compare by their bytes here, which is what MongoDB calls the simple collation. */
export function isSimpleCollation(collation: Value): boolean {
  return isDoc(collation) && (Object.keys(collation).length === 0 || getField(collation, 'locale') === 'simple');
}

function parseField(path: string, direction: Value): IndexField {
  if (!isNumeric(direction) || toNumber(direction) === 0) {
    const kind = typeof direction === 'string' ? `'${direction}'` : 'other than 1 and -1';
    throw new CommandError(67, `indexes of kind ${kind} are not supported by the embedded engine`);
  }
  const parts = path.split('.');
  if (parts.some((part) => part === '' || part.startsWith('$'))) {
    throw new CommandError(67, `'${path}' is no path that can be indexed`);
  }
  return { path, parts, descending: toNumber(direction) < 0 };
}

function defaultName(key: Doc): string {
  return Object.entries(key)
    .map(([path, direction]) => `${path}_${isNumeric(direction) ? toNumber(direction) : ''}`)
    .join('_');
}
