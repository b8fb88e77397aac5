import type { Outcome } from './engines';
import type { Spec } from './queries';

/*
 * What DocumentDB, the reference engine, is known to answer otherwise than MongoDB's manual says; these are not compared.
 * Each has a named case in test/e2e/engine-cases with the manual's answer.
 */

/** It sorts empty arrays after null, and arrays that lie in arrays by their first entry. */
export function sortsOtherwise(docs: readonly Spec[]): boolean {
  return docs.some((doc) => Object.values(doc).some(holdsOddArray));
}

function holdsOddArray(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length === 0 || value.some((item) => Array.isArray(item) || holdsOddArray(item));
  return isPlain(value) && Object.values(value).some(holdsOddArray);
}

/**
 * It lets `$setOnInsert` share a field with another operator; makes the documents on the way of a path that `$pull`,
 * `$pullAll`, `$pop`, `$unset` and `$rename` find missing; leaves a missing field out where nothing comes of `$addToSet`
 * and `$push`; takes an empty condition of `$pull` for any value; multiplies a missing field to 0 whatever the factor.
 */
export function updatesOtherwise(update: Spec): boolean {
  const text = JSON.stringify(update);
  return (
    /"\$(setOnInsert|rename|mul)"/.test(text) ||
    /"\$(pull|pullAll|pop|unset)":\{"[a-d]\./.test(text) ||
    /"\$each":\[\]|"\$slice":0|"\$pull":\{"[a-d]":\{\}\}/.test(text)
  );
}

/** It increments booleans. */
export function incrementsBoolean(ours: Outcome): boolean {
  return 'refused' in ours && ours.refused === 14;
}

/** The same with the fields of documents in one order: it adds new fields in the order of the update's operators. */
export function inFieldOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFieldOrder);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, inFieldOrder(value[name])]),
  );
}

function isPlain(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
