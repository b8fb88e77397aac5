import { Transaction } from 'lmdb';
import { decode } from '../bson/decode';
import { checkDocument } from '../bson/raw';
import { Collection, Index, keysInIndex, topLevelFields } from './collection';
import { recordKeyOf } from './document-id';
import { FieldLocator } from './field-locator';

/** Of each kind of damage so many are named. */
const MOST_NAMED = 100;

/** How the documents of a collection and the entries of its indexes agree. */
export interface Integrity {
  documents: number;
  /** How many entries each index has, by its name. */
  entries: Map<string, number>;
  /** A sentence for each record that is no document, or lies under another `_id` than its own. */
  invalid: string[];
  /** A sentence for each entry that an index lacks. */
  missing: string[];
  /** A sentence for each entry of an index that belongs to no document. */
  extra: string[];
}

interface Checked {
  index: Index;
  locator: FieldLocator;
  /** Entries that the documents ask for. */
  expected: number;
}

/**
 * Compares the documents of a collection with the entries of its indexes, both ways.
 * @param view what is compared, all of one moment
 * @param rest is called often, and may let other work in between
 * @throws CommandError (QueryPlanKilled) when the collection or an index is dropped meanwhile
 */
export async function checkIntegrity(
  collection: Collection,
  view: Transaction,
  rest: () => Promise<void>,
): Promise<Integrity> {
  const found: Integrity = { documents: 0, entries: new Map(), invalid: [], missing: [], extra: [] };
  const indexes = collection.indexes.map((index): Checked => ({
    index,
    locator: new FieldLocator(topLevelFields(index)),
    expected: 0,
  }));
  for (const { key, value } of collection.records.entries({ transaction: view })) {
    found.documents++;
    if (isValid(key, value)) checkKeys(indexes, key, value, view, found);
    else note(found.invalid, `the record ${key.toString('hex')} is damaged`);
    await rest();
    collection.checkPresent();
  }
  for (const checked of indexes) {
    const entries = await checkEntries(collection, checked, view, rest, found);
    found.entries.set(checked.index.name, entries);
  }
  return found;
}

function isValid(key: Buffer, value: Buffer): boolean {
  try {
    return checkDocument(value, 0, value.length) === value.length && recordKeyOf(decode(value)._id).equals(key);
  } catch {
    // The reason is in the bytes: there is nothing to tell but which record it is.
    return false;
  }
}

/** Every key that the document has must lead to it. */
function checkKeys(indexes: Checked[], recordKey: Buffer, bytes: Buffer, view: Transaction, found: Integrity): void {
  for (const checked of indexes) {
    const { index, locator } = checked;
    locator.locate(bytes);
    const { keys, multikey, cut } = keysInIndex(index, recordKey, bytes, locator);
    checked.expected += keys.length;
    const isMarked = (index.multikey || !multikey) && (index.cut || !cut);
    if (isMarked && keys.every((key) => index.table.getIn(view, key)?.equals(recordKey) === true)) continue;
    note(found.missing, `the index ${index.name} does not lead to the record ${recordKey.toString('hex')}`);
  }
}

/** Where all keys of all documents are there, an index with as many entries has no others. */
async function checkEntries(
  collection: Collection,
  { index, locator, expected }: Checked,
  view: Transaction,
  rest: () => Promise<void>,
  found: Integrity,
): Promise<number> {
  const isComplete = found.missing.length === 0 && found.invalid.length === 0;
  const isEqual = isComplete && index.table.countKeys({ transaction: view }) === expected;
  if (isEqual) return expected;
  let entries = 0;
  for (const { key, value: recordKey } of index.table.entries({ transaction: view })) {
    entries++;
    const bytes = collection.records.getIn(view, recordKey);
    if (bytes === undefined || !isValid(recordKey, bytes) || !hasKey(index, locator, recordKey, bytes, key)) {
      note(found.extra, `the index ${index.name} has a wrong entry for the record ${recordKey.toString('hex')}`);
    }
    await rest();
    collection.checkPresent(index);
  }
  return entries;
}

function hasKey(index: Index, locator: FieldLocator, recordKey: Buffer, bytes: Buffer, key: Buffer): boolean {
  locator.locate(bytes);
  return keysInIndex(index, recordKey, bytes, locator).keys.some((own) => own.equals(key));
}

function note(problems: string[], sentence: string): void {
  if (problems.length < MOST_NAMED) problems.push(sentence);
}
