import { Types } from 'mongoose';

/** Whether two rows say the same, whatever the order of their fields; a field that is undefined is not there. */
export function isSameRow(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  }
  if (a instanceof Types.ObjectId || b instanceof Types.ObjectId) {
    return a instanceof Types.ObjectId && b instanceof Types.ObjectId && a.equals(b);
  }
  return hasFieldsOf(a, b) && hasFieldsOf(b, a);
}

function hasFieldsOf(a: object, b: object): boolean {
  for (const [field, value] of Object.entries(b)) {
    if (value !== undefined && !isSameRow((a as Record<string, unknown>)[field], value)) return false;
  }
  return true;
}
