import { isDoc, Value } from '../bson/value';
import { topLevelOf } from '../query/paths';

/** Adds the top-level fields that an expression reads to `fields`; returns false when it may read the whole document. */
export function expressionFields(expression: Value, fields: Set<string>): boolean {
  if (typeof expression === 'string') {
    if (expression.startsWith('$$CURRENT.') || expression.startsWith('$$ROOT.')) {
      fields.add(expression.split('.')[1] ?? '');
    } else if (expression.startsWith('$$')) {
      return !/^\$\$(ROOT|CURRENT)$/.test(expression);
    } else if (expression.startsWith('$')) {
      fields.add(topLevelOf(expression.slice(1)));
    }
    return true;
  }
  if (Array.isArray(expression)) return expression.every((item) => expressionFields(item, fields));
  if (!isDoc(expression)) return true;
  return Object.keys(expression).every((name) => name === '$literal' || expressionFields(expression[name], fields));
}
