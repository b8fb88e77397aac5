import { ObjectId } from 'bson';
import { clone, Doc, setField } from '../bson/value';
import { conjuncts, Filter } from '../query/filter';
import { mutate } from './mutate';
import { Update } from './update';

const NO_POSITIONS = { matched: (): undefined => undefined, filters: new Map<string, never>() };

/** The document that an upsert inserts: the values that the filter asks for, and then the update. */
export function upsertedDocument(filter: Filter, update: Update): Doc {
  const base: Doc = {};
  for (const condition of conjuncts(filter)) {
    if (condition.kind !== 'test' || condition.operator !== '$eq') continue;
    if (update.isReplacement && condition.path !== '_id') continue;
    mutate(base, condition.path.split('.'), () => clone(condition.argument), 'create', NO_POSITIONS);
  }
  const { _id: id = new ObjectId(), ...fields } = update.apply(base, true);
  const doc: Doc = { _id: id };
  for (const name of Object.keys(fields)) setField(doc, name, fields[name]);
  return doc;
}
