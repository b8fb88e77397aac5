import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, Value } from '../bson/value';
import { CommandError } from '../errors';
import { Filter, parseFilter } from '../query/filter';
import { rawMatcher } from '../query/matcher';
import { planQuery } from '../query/planner';
import { compileProjection } from '../query/projection';
import { QueryStream } from '../query/document-stream';
import { parseSort, SortField } from '../query/sort-spec';
import { Collection } from '../storage/collection';
import { Entry, recordKeyOf } from '../storage/document-id';
import { WriteSteps } from '../storage/write-queue';
import { compileUpdate } from '../update/update';
import { upsertedDocument } from '../update/upsert';
import { hintOf } from './find';
import { Command, Request } from './request';
import { applyUpdate } from './update';

const OPTIONS = ['query', 'sort', 'remove', 'update', 'new', 'upsert', 'fields', 'arrayFilters', 'hint'];

/** Changes or removes one document and answers with it as it was before, or with `new` as it is after. */
export const findAndModify: Command = async (request) => {
  request.allow(...OPTIONS);
  const remove = request.flag('remove');
  if (remove === (request.value('update') !== undefined)) {
    throw new CommandError(9, "Either an update or 'remove: true' must be specified, and not both");
  }
  const fields = request.doc('fields');
  const projection = Object.keys(fields).length > 0 ? compileProjection(fields) : undefined;
  const { store } = request.engine;
  const collection = request.flag('upsert')
    ? await store.provide(request.db, request.collectionName())
    : request.collection();
  let outcome: Outcome = { value: null, lastErrorObject: { n: 0, ...(!remove && { updatedExisting: false }) } };
  const steps = function* (): WriteSteps {
    outcome = (collection && (yield* modify(request, collection))) ?? outcome;
  };
  await store.write(steps());
  const { value, lastErrorObject } = outcome;
  return { lastErrorObject, value: value && projection ? projection.apply(value) : value };
};

interface Outcome {
  value: Doc | null;
  lastErrorObject: Doc;
}

function* modify(request: Request, collection: Collection): Generator<void, Outcome | undefined> {
  const filter = parseFilter(request.doc('query'));
  const entry = yield* findFirst(collection, filter, parseSort(request.doc('sort')), hintOf(request));
  if (request.flag('remove')) {
    if (!entry) return undefined;
    collection.remove(entry.recordKey, entry.bytes);
    return { value: decode(entry.bytes), lastErrorObject: { n: 1 } };
  }
  const arrayFilters = request.value('arrayFilters') === undefined ? [] : request.list('arrayFilters');
  const change = compileUpdate(request.value('update'), filter, arrayFilters);
  const wantsNew = request.flag('new');
  if (entry) {
    applyUpdate(collection, entry, change);
    const bytes = wantsNew ? collection.get(entry.recordKey) : entry.bytes;
    return { value: bytes ? decode(bytes) : null, lastErrorObject: { n: 1, updatedExisting: true } };
  }
  if (!request.flag('upsert')) return undefined;
  const doc = upsertedDocument(filter, change);
  collection.insert(encode(doc));
  return { value: wantsNew ? doc : null, lastErrorObject: { n: 1, updatedExisting: false, upserted: doc._id } };
}

/** The first match in the order asked for, as it is now. */
function* findFirst(
  collection: Collection,
  filter: Filter,
  sort: SortField[],
  hint: Value,
): Generator<void, Entry | undefined> {
  const matches = rawMatcher(filter);
  for (;;) {
    const stream = new QueryStream(planQuery(collection, filter, sort, hint), { skip: 0, limit: 1 });
    let found: Buffer | undefined;
    while (!stream.done && !found) {
      yield;
      [found] = stream.step();
    }
    if (!found) return undefined;
    const recordKey = recordKeyOf(decode(found, 0, new Set(['_id']))._id);
    const bytes = collection.get(recordKey);
    if (bytes && matches(bytes)) return { recordKey, bytes };
  }
}
