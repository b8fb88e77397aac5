import { Long } from 'bson';
import { encode } from '../bson/encode';
import { Doc } from '../bson/value';
import { matcherOf } from '../query/matcher';
import { Collection, ID_INDEX } from '../storage/collection';
import { cursorReply } from './find';
import { existing } from './indexes';
import { Command } from './request';

/** A collection that is there already is none the less for it, as in MongoDB from 7.0 on. */
export const create: Command = (request) => {
  request.allow('autoIndexId');
  request.engine.store.findOrCreate(request.db, request.collectionName());
  return {};
};

export const drop: Command = (request) => {
  const collection = existing(request.allow());
  request.engine.store.drop(collection);
  return { nIndexesWas: collection.indexes.length + 1, ns: collection.namespace };
};

export const dropDatabase: Command = (request) => {
  request.allow();
  const collections = request.engine.store.list(request.db);
  for (const collection of collections) request.engine.store.drop(collection);
  return collections.length > 0 ? { dropped: request.db } : {};
};

export const listCollections: Command = (request) => {
  request.allow('filter', 'nameOnly', 'authorizedCollections', 'cursor');
  const matches = matcherOf(request.doc('filter'));
  const collections = request.engine.store
    .list(request.db)
    .map(({ name }): Doc => ({
      name,
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: describeId(),
    }))
    .filter(matches)
    .map((entry) => encode(request.flag('nameOnly') ? { name: entry.name, type: entry.type } : entry));
  return cursorReply('firstBatch', collections, Long.ZERO, `${request.db}.$cmd.listCollections`);
};

function describeId(): Doc {
  return { v: 2, key: { _id: 1 }, name: ID_INDEX.name };
}

export const listDatabases: Command = (request) => {
  request.allow('filter', 'nameOnly', 'authorizedDatabases');
  const { store } = request.engine;
  const names = [...new Set(store.list().map(({ db }) => db))].sort();
  const databases = names
    .map((name): Doc => ({ name, sizeOnDisk: bytesOf(store.list(name)), empty: false }))
    .filter(matcherOf(request.doc('filter')));
  const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk), 0);
  return request.flag('nameOnly') ? { databases: databases.map(({ name }) => ({ name })) } : { databases, totalSize };
};

export const collStats: Command = (request) => {
  const collection = existing(request.allow('scale'));
  const scale = request.number('scale', 1) || 1;
  const indexSizes: Doc = {};
  let totalIndexSize = 0;
  for (const { name, table } of collection.indexes) {
    const bytes = table.bytes;
    indexSizes[name] = Math.floor(bytes / scale);
    totalIndexSize += bytes;
  }
  const size = collection.records.bytes;
  const count = collection.count();
  return {
    ns: collection.namespace,
    count,
    size: Math.floor(size / scale),
    avgObjSize: count > 0 ? Math.floor(size / count) : 0,
    storageSize: Math.floor(size / scale),
    nindexes: collection.indexes.length + 1,
    indexSizes,
    totalIndexSize: Math.floor(totalIndexSize / scale),
    totalSize: Math.floor((size + totalIndexSize) / scale),
    scaleFactor: scale,
  };
};

export const dbStats: Command = (request) => {
  const collections = request.engine.store.list(request.allow('scale', 'freeStorage').db);
  return {
    db: request.db,
    collections: collections.length,
    objects: collections.reduce((sum, collection) => sum + collection.count(), 0),
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length + 1, 0),
    dataSize: bytesOf(collections),
  };
};

function bytesOf(collections: Collection[]): number {
  return collections
    .flatMap(({ records, indexes }) => [records, ...indexes.map(({ table }) => table)])
    .reduce((sum, table) => sum + table.bytes, 0);
}
