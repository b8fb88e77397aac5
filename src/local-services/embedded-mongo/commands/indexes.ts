import { Long } from 'bson';
import { equalValues } from '../bson/compare';
import { encode } from '../bson/encode';
import { isDoc, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { parseFilter } from '../query/filter';
import { Collection, ID_INDEX } from '../storage/collection';
import { describeIndex, IndexSpec, keyPattern, parseIndexSpec } from '../storage/index-spec';
import { cursorReply } from './find';
import { Command, Request } from './request';

export const createIndexes: Command = (request) => {
  const specs = request
    .allow('indexes', 'commitQuorum')
    .list('indexes')
    .map((spec) => {
      if (!isDoc(spec)) throw badValue('each index must be a document');
      const parsed = parseIndexSpec(spec);
      if (parsed.partialFilter) parseFilter(parsed.partialFilter);
      return parsed;
    });
  const { store } = request.engine;
  const createdCollectionAutomatically = request.collection() === undefined;
  const collection = store.findOrCreate(request.db, request.collectionName());
  const numIndexesBefore = collection.indexes.length + 1;
  for (const spec of specs) if (!isPresent(collection, spec)) store.createIndex(collection, spec);
  return { numIndexesBefore, numIndexesAfter: collection.indexes.length + 1, createdCollectionAutomatically };
};

/** @throws CommandError when an index of this name or key exists with other options */
function isPresent(collection: Collection, spec: IndexSpec): boolean {
  for (const known of [ID_INDEX, ...collection.indexes]) {
    const sameKey = equalValues(keyPattern(known.fields), keyPattern(spec.fields));
    if (known === ID_INDEX && sameKey) return true;
    const sameOptions = equalValues({ ...describeIndex(known), name: '' }, { ...describeIndex(spec), name: '' });
    if (known.name === spec.name) {
      if (sameOptions) return true;
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index but other options: ${spec.name}`,
      );
    }
    if (sameKey && equalValues(known.partialFilter, spec.partialFilter)) {
      throw new CommandError(85, `Index already exists with a different name: ${known.name}`);
    }
  }
  return false;
}

export const dropIndexes: Command = (request) => {
  const index = request.allow('index').value('index');
  const collection = existing(request);
  const nIndexesWas = collection.indexes.length + 1;
  for (const name of namesToDrop(collection, index)) request.engine.store.dropIndex(collection, name);
  return { nIndexesWas };
};

function namesToDrop(collection: Collection, index: Value): string[] {
  if (index === '*') return collection.indexes.map(({ name }) => name);
  if (Array.isArray(index)) return index.flatMap((one) => namesToDrop(collection, one));
  if (index === '_id_') throw new CommandError(72, 'cannot drop _id index');
  if (typeof index === 'string') return [index];
  const found = collection.indexes.find(({ fields }) => equalValues(keyPattern(fields), index));
  if (!found) throw new CommandError(27, "can't find index with the key given");
  return [found.name];
}

export const listIndexes: Command = (request) => {
  const collection = existing(request.allow('cursor'));
  const indexes = [ID_INDEX, ...collection.indexes].map((index) => {
    // The index on _id is unique without saying so.
    const { unique, ...description } = describeIndex(index);
    return encode(index === ID_INDEX || unique === undefined ? description : { ...description, unique });
  });
  return cursorReply('firstBatch', indexes, Long.ZERO, `${collection.db}.$cmd.listIndexes.${collection.name}`);
};

export function existing(request: Request): Collection {
  const collection = request.collection();
  if (!collection) throw new CommandError(26, `ns does not exist: ${request.db}.${request.collectionName()}`);
  return collection;
}
