import { decode } from '../bson/decode';
import { CommandError } from '../errors';
import { parseFilter } from '../query/filter';
import { rawMatcher } from '../query/matcher';
import { StoredIndex } from './catalogue';
import { entryOf } from './document-id';
import { DuplicateKeyError } from './duplicate-key';
import { FieldLocator } from './field-locator';
import { DocumentKeys, indexKeys, NO_KEYS } from './index-keys';
import { IndexSpec } from './index-spec';
import { Table } from './tables';

/** An index and where it lies. */
export interface Index extends StoredIndex {
  table: Table;
  /** Of a partial index: whether it has a raw document. */
  matches?: (bytes: Buffer) => boolean;
}

/**
 * A collection: one table of documents by `_id`, and one of keys for each index, whose values are record keys.
 * Everything that writes must run inside a transaction of the store.
 */
export class Collection {
  indexes: Index[] = [];
  /** The tables are gone, and what LMDB puts in their place must not be touched by who still holds this. */
  isDropped = false;
  private locator = new FieldLocator([]);

  constructor(
    readonly id: number,
    readonly db: string,
    readonly name: string,
    public records: Table,
    /** What the documents are compressed with; absent where they were stored before there was one. */
    public dictionary: Buffer | undefined,
    /** Called when an index becomes multikey or cut, so that the catalogue remembers it. */
    private readonly onIndexChange: (collection: Collection) => void,
  ) {}

  get namespace(): string {
    return `${this.db}.${this.name}`;
  }

  /** Whether its documents have yet to come, and with them what they are compressed with. */
  lacksDictionary(): boolean {
    return this.dictionary === undefined && !this.isDropped && this.count() === 0;
  }

  setIndexes(indexes: Index[]): void {
    for (const index of indexes) {
      if (index.partialFilter) index.matches ??= rawMatcher(parseFilter(index.partialFilter));
    }
    this.indexes = indexes;
    this.locator = new FieldLocator(indexes.flatMap(topLevelFields));
  }

  /** The document as it is now. */
  get(recordKey: Buffer): Buffer | undefined {
    this.checkPresent();
    return this.records.get(recordKey);
  }

  count(): number {
    return this.records.size;
  }

  /** @throws CommandError (QueryPlanKilled) when the collection, or the index given, has been dropped */
  checkPresent(index?: Index): void {
    if (this.isDropped || (index && !this.indexes.includes(index))) {
      throw new CommandError(175, `the collection ${this.namespace} or an index was dropped while the command ran`);
    }
  }

  /** @throws DuplicateKeyError, and then nothing has been written */
  insert(document: Buffer): void {
    this.checkPresent();
    const { recordKey, bytes } = entryOf(document);
    if (this.records.has(recordKey)) throw this.duplicateId(bytes);
    const keys = this.keysOf(recordKey, bytes);
    this.indexes.forEach((index, i) => {
      this.refuseDuplicates(index, keys[i] ?? [], bytes);
    });
    this.indexes.forEach((index, i) => {
      for (const key of keys[i] ?? []) index.table.put(key, recordKey);
    });
    this.records.put(recordKey, bytes);
  }

  /** Puts `after` in place of `before`, which have the same `_id`. @throws DuplicateKeyError, with nothing written */
  replace(recordKey: Buffer, before: Buffer, after: Buffer): void {
    this.checkPresent();
    const oldKeys = this.keysOf(recordKey, before);
    const newKeys = this.keysOf(recordKey, after);
    const changes = this.indexes.map((index, i) => {
      const added = without(newKeys[i] ?? [], oldKeys[i] ?? []);
      this.refuseDuplicates(index, added, after);
      return { table: index.table, added, removed: without(oldKeys[i] ?? [], newKeys[i] ?? []) };
    });
    for (const { table, added, removed } of changes) {
      for (const key of removed) table.remove(key);
      for (const key of added) table.put(key, recordKey);
    }
    this.records.put(recordKey, after);
  }

  remove(recordKey: Buffer, bytes: Buffer): void {
    this.checkPresent();
    const keys = this.keysOf(recordKey, bytes);
    this.indexes.forEach((index, i) => {
      for (const key of keys[i] ?? []) index.table.remove(key);
    });
    this.records.remove(recordKey);
  }

  /** Fills a new index from the documents there are. */
  build(index: Index): void {
    if (index.partialFilter) index.matches ??= rawMatcher(parseFilter(index.partialFilter));
    const locator = new FieldLocator(topLevelFields(index));
    for (const { key, value } of this.records.entries({})) {
      locator.locate(value);
      const keys = this.keysIn(index, key, value, locator);
      this.refuseDuplicates(index, keys, value);
      for (const indexKey of keys) index.table.put(indexKey, key);
    }
  }

  private keysOf(recordKey: Buffer, bytes: Buffer): Buffer[][] {
    if (this.indexes.length === 0) return [];
    this.locator.locate(bytes);
    return this.indexes.map((index) => this.keysIn(index, recordKey, bytes, this.locator));
  }

  private keysIn(index: Index, recordKey: Buffer, bytes: Buffer, locator: FieldLocator): Buffer[] {
    const { keys, multikey, cut } = keysInIndex(index, recordKey, bytes, locator);
    if ((multikey && !index.multikey) || (cut && !index.cut)) {
      index.multikey ||= multikey;
      index.cut ||= cut;
      this.onIndexChange(this);
    }
    return keys;
  }

  private refuseDuplicates(index: Index, keys: readonly Buffer[], bytes: Buffer): void {
    if (!index.unique) return;
    for (const key of keys) {
      if (index.table.has(key)) throw new DuplicateKeyError(this.namespace, index, decode(bytes));
    }
  }

  private duplicateId(bytes: Buffer): DuplicateKeyError {
    return new DuplicateKeyError(this.namespace, ID_INDEX, decode(bytes));
  }
}

/**
 * The keys of a document in an index; none where the index is partial and leaves it out.
 * @param locator has located the indexed top-level fields in `bytes`
 */
export function keysInIndex(index: Index, recordKey: Buffer, bytes: Buffer, locator: FieldLocator): DocumentKeys {
  if (index.matches && !index.matches(bytes)) return NO_KEYS;
  return indexKeys(index, bytes, recordKey, locator);
}

/** The top-level fields that an index reads. */
export function topLevelFields(index: IndexSpec): string[] {
  return index.fields.map((field) => field.parts[0] ?? '');
}

/** Every collection's index of its records. */
export const ID_INDEX: IndexSpec = {
  name: '_id_',
  fields: [{ path: '_id', parts: ['_id'], descending: false }],
  unique: true,
  sparse: false,
};

function without(keys: readonly Buffer[], others: readonly Buffer[]): Buffer[] {
  return keys.filter((key) => !others.some((other) => other.equals(key)));
}

/** @throws CommandError (BadValue) for a name that no collection may have */
export function checkCollectionName(db: string, name: string): void {
  const valid = name !== '' && !name.includes('$') && !name.includes('\0') && !name.startsWith('system.');
  if (!valid || Buffer.byteLength(`${db}.${name}`) > 255) {
    throw new CommandError(73, `Invalid namespace specified '${db}.${name}'`);
  }
}
