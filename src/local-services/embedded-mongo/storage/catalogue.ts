import { Binary } from 'bson';
import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, isDoc, Value } from '../bson/value';
import { StorageUnusableError } from '../errors';
import { describeIndex, IndexSpec, parseIndexSpec } from './index-spec';
import { Table } from './tables';

/** What the catalogue holds of an index. */
export interface StoredIndex extends IndexSpec {
  /** Names its table. */
  id: number;
  /** Some document has an array on an indexed path: a document may have several keys. */
  multikey: boolean;
  /** Some key was too long and ends in a hash: entries are in order only up to where keys are cut. */
  cut: boolean;
}

/** What the catalogue holds of a collection. */
export interface StoredCollection {
  /** Names its table. */
  id: number;
  db: string;
  name: string;
  indexes: readonly StoredIndex[];
  /** What the documents are compressed with; absent where they were stored before there was one. */
  dictionary: Buffer | undefined;
}

/** The list of all collections and their indexes, one record each collection. */
export class Catalogue {
  constructor(private readonly table: Table) {}

  /** All collections that there are. @throws StorageUnusableError when a record is none of a collection */
  all(): StoredCollection[] {
    return [...this.table.entries({})].map(({ value }) => toCollection(decode(value)));
  }

  /** The indexes that a collection is stored with; none where it is not stored. */
  indexesOf(collection: StoredCollection): readonly StoredIndex[] {
    const stored = this.table.get(keyOf(collection));
    return stored ? indexesIn(decode(stored)) : [];
  }

  save(collection: StoredCollection): void {
    this.table.put(keyOf(collection), encode(toRecord(collection)));
  }

  remove(collection: StoredCollection): void {
    this.table.remove(keyOf(collection));
  }
}

function keyOf({ db, name }: StoredCollection): Buffer {
  return Buffer.from(`${db}.${name}`);
}

function toRecord({ id, db, name, indexes, dictionary }: StoredCollection): Doc {
  const described = indexes.map((index) => ({
    ...describeIndex(index),
    id: index.id,
    multikey: index.multikey,
    cut: index.cut,
  }));
  return { id, db, name, indexes: described, ...(dictionary && { dictionary: new Binary(dictionary) }) };
}

function toCollection(record: Doc): StoredCollection {
  const { dictionary } = record;
  return {
    id: Number(record.id),
    db: textOf(record.db),
    name: textOf(record.name),
    indexes: indexesIn(record),
    dictionary: dictionary instanceof Binary ? Buffer.from(dictionary.value()) : undefined,
  };
}

function indexesIn({ indexes }: Doc): StoredIndex[] {
  if (!Array.isArray(indexes)) return [];
  return indexes.filter(isDoc).map(({ id, multikey, cut, ...spec }) => ({
    ...parseIndexSpec(spec),
    id: Number(id),
    multikey: multikey === true,
    cut: cut === true,
  }));
}

function textOf(value: Value): string {
  if (typeof value !== 'string')
    throw new StorageUnusableError('The catalogue of collections is damaged; restore a backup.');
  return value;
}
