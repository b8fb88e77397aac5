import { Doc, isDoc } from '../bson/value';
import { CommandError } from '../errors';
import { parseFilter } from '../query/filter';
import { rawMatcher } from '../query/matcher';
import { planQuery } from '../query/planner';
import { ScanCursor } from '../query/scan-cursor';
import { Collection } from '../storage/collection';
import { Command, numberOf } from './request';
import { refuseOptions } from './update';
import { runStatements, WriteErrors } from './write-steps';

const STATEMENT_OPTIONS = ['q', 'limit', 'hint', 'collation'];

export const deleteDocuments: Command = async (request) => {
  request.allow('deletes', 'ordered');
  const statements = request.documents('deletes');
  const ordered = request.value('ordered') !== false;
  const collection = request.collection();
  const errors = new WriteErrors();
  const counts = { n: 0 };
  await request.engine.store.write(
    runStatements(statements, ordered, errors, (statement) => deleteSteps(collection, statement, counts)),
  );
  return { n: counts.n, ...errors.reply() };
};

/** Carries out one statement document by document. */
function* deleteSteps(
  collection: Collection | undefined,
  statement: Doc,
  counts: { n: number },
): Generator<void, void> {
  refuseOptions(statement, STATEMENT_OPTIONS);
  if (!isDoc(statement.q)) throw new CommandError(14, "'q' of a delete must be a document");
  const filter = parseFilter(statement.q);
  const limit = numberOf(statement.limit, 'limit', 0) || Infinity;
  if (!collection) return;
  const cursor = new ScanCursor(planQuery(collection, filter, [], statement.hint), limit);
  const matches = rawMatcher(filter);
  let deleted = 0;
  while (!cursor.done && deleted < limit) {
    yield;
    for (const { recordKey } of cursor.step()) {
      const bytes = collection.get(recordKey);
      if (!bytes || !matches(bytes)) continue;
      collection.remove(recordKey, bytes);
      counts.n++;
      if (++deleted >= limit) return;
      yield;
    }
  }
}
