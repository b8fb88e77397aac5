import { equalValues } from '../bson/compare';
import { FieldNames } from '../bson/decode';
import { Doc, getField, isDoc, setField, Value } from '../bson/value';
import { DOCUMENT_STAGES, documentStage } from '../aggregate/document-stages';
import { badValue, CommandError } from '../errors';
import { Filter, parseFilter } from '../query/filter';
import { compileFilter } from '../query/matcher';
import { topLevelOf } from '../query/paths';
import { KEEP, mutate, Positions, REMOVE } from './mutate';
import { OPERATORS } from './operators';
import { matchedPosition } from './positional';

/** A compiled update. */
export interface Update {
  /** Changes a document that `filter` matched, in place or not; `inserting` for one that is being upserted. */
  apply: (doc: Doc, inserting: boolean) => Doc;
  isReplacement: boolean;
  /** The top-level fields that `apply` reads; absent when that may be all. */
  wanted?: FieldNames;
}

const ID_ONLY = new Set(['_id']);

interface Step {
  path: string;
  run: (doc: Doc, positions: Positions) => void;
  onInsertOnly: boolean;
}

/** Whether an update is a document to put in another one's place, which its first field decides. */
export function isReplacement(update: Value): update is Doc {
  return isDoc(update) && Object.keys(update)[0]?.startsWith('$') !== true;
}

/**
 * Compiles the `u` of an update: operators, a replacement, or a pipeline.
 * @param filter of the query, which tells what `$` stands for
 * @throws CommandError with MongoDB's codes for what is unknown, malformed or in conflict
 */
export function compileUpdate(update: Value, filter: Filter, arrayFilters: readonly Value[] = []): Update {
  if (Array.isArray(update)) return compilePipeline(update);
  if (!isDoc(update)) throw new CommandError(9, 'an update must be a document or an array of stages');
  const names = Object.keys(update);
  if (isReplacement(update)) return compileReplacement(update, names);
  const filters = parseArrayFilters(arrayFilters);
  const steps = names.flatMap((name) => compileOperator(name, update[name]));
  refuseConflicts(steps);
  steps.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    isReplacement: false,
    apply: (doc, inserting) => {
      const id = doc._id;
      const positions = { filters, matched: (path: string) => matchedPosition(filter, doc, path) };
      for (const step of steps) if (inserting || !step.onInsertOnly) step.run(doc, positions);
      if (!inserting) refuseNewId(id, doc._id);
      return doc;
    },
  };
}

function compileReplacement(replacement: Doc, names: string[]): Update {
  const operator = names.find((name) => name.startsWith('$'));
  if (operator !== undefined) throw badValue(`the replacement document must not contain '$' fields: ${operator}`);
  return {
    isReplacement: true,
    wanted: ID_ONLY,
    apply: (doc, inserting) => {
      const id = getField(doc, '_id');
      if ('_id' in replacement && id !== undefined) refuseNewId(id, replacement._id);
      const result: Doc = id === undefined && inserting ? {} : { _id: id };
      for (const name of names) if (name !== '_id' || id === undefined) setField(result, name, replacement[name]);
      return result;
    },
  };
}

function compilePipeline(stages: Value[]): Update {
  const compiled = stages.map((stage) => {
    const [name = '', ...others] = isDoc(stage) ? Object.keys(stage) : [];
    if (!isDoc(stage) || others.length > 0) throw new CommandError(9, 'a stage must have exactly one field');
    if (!DOCUMENT_STAGES.has(name)) throw badValue(`${name} is not allowed to be used within an update`);
    return documentStage(name, stage[name]).apply;
  });
  return {
    isReplacement: false,
    apply: (doc, inserting) => {
      const result = compiled.reduce((current, stage) => stage(current), doc);
      if (inserting || '_id' in result) {
        if (!inserting) refuseNewId(doc._id, result._id);
        return result;
      }
      const kept: Doc = { _id: doc._id };
      for (const name of Object.keys(result)) setField(kept, name, result[name]);
      return kept;
    },
  };
}

function compileOperator(name: string, argument: Value): Step[] {
  const operator = OPERATORS.get(name);
  if (!operator && name !== '$rename') throw new CommandError(9, `Unknown modifier: ${name}`);
  if (!isDoc(argument)) throw new CommandError(9, `Modifiers operate on fields but we found another type: ${name}`);
  return Object.keys(argument).flatMap((path): Step[] => {
    const value = argument[path];
    const parts = partsOf(path);
    if (!operator) return compileRename(path, parts, value);
    const change = operator.change(path, value);
    const run = (doc: Doc, positions: Positions): void => {
      mutate(doc, parts, change, operator.whenMissing, positions);
    };
    return [{ path, run, onInsertOnly: name === '$setOnInsert' }];
  });
}

function compileRename(from: string, parts: string[], to: Value): Step[] {
  if (typeof to !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${from}`);
  const target = partsOf(to);
  if ([...parts, ...target].some((part) => part.startsWith('$'))) throw badValue('$rename takes no positional path');
  const run = (doc: Doc, positions: Positions): void => {
    let moved: Value;
    const takeAway = (value: Value): typeof KEEP | typeof REMOVE => {
      moved = value;
      return value === undefined ? KEEP : REMOVE;
    };
    refuseArrayOn(doc, parts);
    mutate(doc, parts, takeAway, 'check', positions);
    if (moved === undefined) return;
    refuseArrayOn(doc, target);
    mutate(doc, target, () => moved, 'create', positions);
  };
  return [
    { path: from, run, onInsertOnly: false },
    { path: to, run: () => undefined, onInsertOnly: false },
  ];
}

/** @throws CommandError (BadValue) when a path leads into an array */
function refuseArrayOn(doc: Doc, parts: readonly string[]): void {
  let value: Value = doc;
  for (const part of parts) {
    if (Array.isArray(value)) throw badValue(`$rename does not reach into arrays: ${parts.join('.')}`);
    value = isDoc(value) ? getField(value, part) : undefined;
  }
}

function partsOf(path: string): string[] {
  const parts = path.split('.');
  if (parts.includes('')) {
    throw badValue(`The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (topLevelOf(path).startsWith('$')) {
    throw badValue(`The dollar ($) prefixed field '${path}' is not allowed in the context of an update`);
  }
  return parts;
}

function refuseConflicts(steps: readonly Step[]): void {
  const paths = steps.map((step) => step.path).sort();
  for (const [i, path] of paths.entries()) {
    const clash = paths.slice(0, i).find((other) => areInConflict(path, other));
    if (clash !== undefined) {
      throw new CommandError(40, `Updating the path '${path}' would create a conflict at '${clash}'`);
    }
  }
}

/** One path leads to the other or below it, or one means entries of an array where the other names a field. */
function areInConflict(path: string, other: string): boolean {
  const parts = path.split('.');
  const others = other.split('.');
  const fork = parts.findIndex((part, i) => part !== others[i]);
  if (fork === -1 || fork >= others.length) return true;
  return (parts[fork] ?? '').startsWith('$[') !== (others[fork] ?? '').startsWith('$[');
}

function refuseNewId(before: Value, after: Value): void {
  if (!equalValues(before, after)) {
    throw new CommandError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
}

/** Array filters by the name that their paths begin with. */
function parseArrayFilters(arrayFilters: readonly Value[]): Map<string, (item: Value) => boolean> {
  const filters = new Map<string, (item: Value) => boolean>();
  for (const filter of arrayFilters) {
    if (!isDoc(filter)) throw new CommandError(14, 'array filters must be documents');
    const names = new Set(fieldNames(filter).map(topLevelOf));
    const [name] = names;
    if (name === undefined || names.size > 1)
      throw new CommandError(9, 'an array filter must use exactly one identifier');
    if (filters.has(name))
      throw new CommandError(9, `Found multiple array filters with the same top-level field name ${name}`);
    const matches = compileFilter(parseFilter(filter));
    filters.set(name, (item) => matches({ [name]: item }));
  }
  return filters;
}

function fieldNames(filter: Doc): string[] {
  return Object.keys(filter).flatMap((name) => {
    const value = filter[name];
    if (!name.startsWith('$')) return [name];
    return Array.isArray(value) ? value.filter(isDoc).flatMap(fieldNames) : [];
  });
}
