import { Long } from 'bson';
import { documentParts, encode, rawArray } from '../bson/encode';
import { Doc, isDoc } from '../bson/value';
import { badValue } from '../errors';
import { ServerCursor } from '../query/cursors';
import { DocumentStream, mapped, QueryStream } from '../query/document-stream';
import { parseFilter } from '../query/filter';
import { planQuery } from '../query/planner';
import { compileProjection } from '../query/projection';
import { parseSort } from '../query/sort-spec';
import { Plan } from '../query/plan';
import { Command, Request } from './request';

const FIRST_BATCH = 101;
/** The field of a document that follows, and what ends every reply that is no error. */
const CURSOR = Buffer.from('\x03cursor\0', 'latin1');
const OK = encode({ ok: 1 });
const NO_DOCUMENTS: DocumentStream = { step: () => [], done: true };
const WITHOUT_EFFECT = ['tailable', 'awaitData', 'oplogReplay', 'allowPartialResults', 'returnKey', 'showRecordId'];

export const find: Command = async (request) => {
  const { engine } = request;
  const stream = findStream(request);
  const limit = request.number('limit', 0);
  const size = request.number('batchSize', FIRST_BATCH);
  const cursor = new ServerCursor(`${request.db}.${request.collectionName()}`, stream);
  const batch = await cursor.batch(limit > 0 ? Math.min(limit, size) : size, request.pace());
  const isOpen = !cursor.isExhausted && !request.flag('singleBatch');
  return cursorReply('firstBatch', batch, isOpen ? engine.cursors.add(cursor) : Long.ZERO, cursor.namespace);
};

/** How a `find` will be answered; undefined when the collection does not exist. */
export function planFind(request: Request): Plan | undefined {
  request.allow('filter', 'sort', 'projection', 'skip', 'limit', 'batchSize', 'singleBatch', 'hint', ...WITHOUT_EFFECT);
  if (WITHOUT_EFFECT.some((option) => request.flag(option))) {
    throw badValue(`'${WITHOUT_EFFECT.join("', '")}' are not supported by the embedded engine`);
  }
  const filter = parseFilter(request.doc('filter'));
  const sort = parseSort(naturalOrderLeftOut(request.doc('sort')));
  const collection = request.collection();
  return collection && planQuery(collection, filter, sort, hintOf(request));
}

export function windowOf(request: Request): { skip: number; limit: number } {
  return { skip: request.number('skip', 0), limit: request.number('limit', 0) || Infinity };
}

function findStream(request: Request): DocumentStream {
  const plan = planFind(request);
  const projection = request.doc('projection');
  const compiled = Object.keys(projection).length > 0 ? compileProjection(projection) : undefined;
  if (!plan) return NO_DOCUMENTS;
  const stream = new QueryStream(plan, windowOf(request));
  return compiled ? mapped(stream, compiled.applyRaw) : stream;
}

/** An empty hint is none. */
export function hintOf(request: Request): string | Doc | undefined {
  const hint = request.value('hint');
  if (hint === undefined || hint === '' || (isDoc(hint) && Object.keys(hint).length === 0)) return undefined;
  if (typeof hint !== 'string' && !isDoc(hint)) throw badValue('hint must be a string or a document');
  return hint;
}

function naturalOrderLeftOut(sort: Doc): Doc {
  return '$natural' in sort ? {} : sort;
}

export const getMore: Command = async (request) => {
  request.allow('collection', 'batchSize');
  const id = request.long('getMore');
  const { cursors } = request.engine;
  const cursor = cursors.get(id);
  const batch = await cursor.batch(request.number('batchSize', 0) || Infinity, request.pace());
  if (cursor.isExhausted) cursors.remove(id);
  return cursorReply('nextBatch', batch, cursor.isExhausted ? Long.ZERO : id, cursor.namespace);
};

export const killCursors: Command = (request) => {
  const ids = request.allow('cursors').list('cursors');
  const cursorsKilled = ids.filter((id) => id instanceof Long && request.engine.cursors.remove(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
};

/** The reply of a command that opens or advances a cursor; its documents go out as they lie. */
export function cursorReply(name: 'firstBatch' | 'nextBatch', batch: Buffer[], id: Long, namespace: string): Buffer[] {
  const cursor = documentParts([rawArray(name, batch)], encode({ id, ns: namespace }));
  return documentParts([CURSOR, ...cursor], OK);
}
