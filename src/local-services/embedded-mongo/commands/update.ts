import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, isDoc, Value } from '../bson/value';
import { badValue, CommandError } from '../errors';
import { Filter, parseFilter } from '../query/filter';
import { rawMatcher } from '../query/matcher';
import { planQuery } from '../query/planner';
import { ScanCursor } from '../query/scan-cursor';
import { Collection } from '../storage/collection';
import { Entry } from '../storage/document-id';
import { isSimpleCollation, isTrue } from '../storage/index-spec';
import { compileUpdate, isReplacement, Update } from '../update/update';
import { upsertedDocument } from '../update/upsert';
import { Command, Request } from './request';
import { runStatements, WriteErrors } from './write-steps';

const STATEMENT_OPTIONS = ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation'];

export const update: Command = async (request) => {
  request.allow('updates', 'ordered');
  const { store } = request.engine;
  const statements = request.documents('updates');
  const ordered = request.value('ordered') !== false;
  const collection = await collectionFor(request, statements);
  const errors = new WriteErrors();
  const upserted: Doc[] = [];
  const counts = { n: 0, nModified: 0 };
  await store.write(
    runStatements(statements, ordered, errors, function* (statement, index) {
      const id = yield* updateSteps(collection, statement, counts);
      if (id !== undefined) upserted.push({ index, _id: id });
    }),
  );
  return { ...counts, ...(upserted.length > 0 && { upserted }), ...errors.reply() };
};

/** Only an upsert makes a collection that is not there. */
async function collectionFor(request: Request, statements: readonly Doc[]): Promise<Collection | undefined> {
  const upserts = statements.filter((statement) => isTrue(statement.upsert));
  if (upserts.length === 0) return request.collection();
  const { store } = request.engine;
  const collection = await store.provide(request.db, request.collectionName());
  await store.prepare(collection, () => upserts.map(({ u }) => u).find(isReplacement));
  return collection;
}

interface Statement {
  filter: Filter;
  change: Update;
}

/** @throws CommandError for a statement that is malformed */
function parseStatement(statement: Doc): Statement {
  refuseOptions(statement, STATEMENT_OPTIONS);
  if (!isDoc(statement.q)) throw new CommandError(14, "'q' of an update must be a document");
  const filter = parseFilter(statement.q);
  const arrayFilters = statement.arrayFilters ?? [];
  if (!Array.isArray(arrayFilters)) throw new CommandError(14, 'arrayFilters must be an array');
  const change = compileUpdate(statement.u, filter, arrayFilters);
  if (change.isReplacement && isTrue(statement.multi)) {
    throw new CommandError(9, 'multi update is not supported for replacement-style update');
  }
  return { filter, change };
}

/** Applies one statement document by document; returns the `_id` of what it upserted. */
function* updateSteps(
  collection: Collection | undefined,
  statement: Doc,
  counts: { n: number; nModified: number },
): Generator<void, Value> {
  const { filter, change } = parseStatement(statement);
  if (!collection) return undefined;
  const plan = planQuery(collection, filter, [], statement.hint);
  const multi = isTrue(statement.multi);
  const cursor = new ScanCursor(plan, multi ? Infinity : 1);
  const found: Buffer[] = [];
  while (!cursor.done) {
    yield;
    const entries = cursor.step();
    if (!multi && entries[0]) {
      counts.n++;
      if (applyUpdate(collection, entries[0], change)) counts.nModified++;
      return undefined;
    }
    for (const { recordKey } of entries) found.push(recordKey);
  }
  // What was found is read again: it may have changed since, while other commands had their turn.
  const matches = rawMatcher(filter);
  for (const recordKey of found) {
    const bytes = collection.get(recordKey);
    if (!bytes || !matches(bytes)) continue;
    counts.n++;
    if (applyUpdate(collection, { recordKey, bytes }, change)) counts.nModified++;
    yield;
  }
  if (found.length > 0 || !isTrue(statement.upsert)) return undefined;
  counts.n++;
  const doc = upsertedDocument(filter, change);
  collection.insert(encode(doc));
  return doc._id;
}

/** Replaces a document by its updated form; returns whether that differs. */
export function applyUpdate(collection: Collection, { recordKey, bytes }: Entry, change: Update): boolean {
  const after = encode(change.apply(decode(bytes, 0, change.wanted), false));
  if (after.equals(bytes)) return false;
  collection.replace(recordKey, bytes, after);
  return true;
}

/** @throws CommandError (BadValue) naming the first option that is not in the list */
export function refuseOptions(statement: Doc, allowed: readonly string[]): void {
  for (const option of Object.keys(statement)) {
    if (!allowed.includes(option))
      throw badValue(`option '${option}' of a write is not supported by the embedded engine`);
  }
  if (statement.collation !== undefined && !isSimpleCollation(statement.collation)) {
    throw badValue('collations are not supported by the embedded engine');
  }
}
