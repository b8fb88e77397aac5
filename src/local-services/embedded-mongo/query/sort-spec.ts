import { Doc, isNumeric, toNumber } from '../bson/value';
import { badValue } from '../errors';

export interface SortField {
  path: string;
  parts: string[];
  descending: boolean;
}

/** @throws CommandError (BadValue) for a direction other than 1 and -1 */
export function parseSort(sort: Doc): SortField[] {
  return Object.keys(sort).map((path) => {
    const direction = sort[path];
    if (!isNumeric(direction) || Math.abs(toNumber(direction)) !== 1) {
      throw badValue(`$sort key ordering must be 1 (for ascending) or -1 (for descending): ${path}`);
    }
    return { path, parts: path.split('.'), descending: toNumber(direction) < 0 };
  });
}
