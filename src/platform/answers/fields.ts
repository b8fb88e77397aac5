import type { JsonObject } from '../answer-reader';

/** Readers of single fields, for which a missing or odd value is no reason to refuse the whole. */

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field's object; an empty one where there is none. */
export function optionalObjectOf(object: JsonObject, field: string): JsonObject {
  const value = object[field];
  return isObject(value) ? value : {};
}

/** A number that the platform may leave out; then, and when it is none, it is 0. */
export function optionalNumberOf(object: JsonObject, field: string): number {
  const value = object[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** A whole number of 0 or more, such as a count or a duration; no larger than can be told from its neighbours. */
export function optionalCountOf(object: JsonObject, field: string): number {
  return Math.min(Math.max(0, Math.round(optionalNumberOf(object, field))), Number.MAX_SAFE_INTEGER);
}

export function listOf(object: JsonObject, field: string): unknown[] {
  const value = object[field];
  return Array.isArray(value) ? value : [];
}

export function textsOf(object: JsonObject, field: string): string[] {
  return listOf(object, field).filter((value) => typeof value === 'string');
}

/** Date.parse takes much else for a date, and years of six digits, by whose days nothing can be counted. */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** An instant in ISO 8601; null where there is none. */
export function optionalDateOf(object: JsonObject, field: string): Date | null {
  const value = object[field];
  const date = typeof value === 'string' && ISO_DATE.test(value) ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Items of a list, and how many were of no use: not what was asked for, or without the fields that everything needs. */
export interface ReadItems<Item> {
  items: Item[];
  skipped: number;
}

/** @param read null for an item that is of no use */
export function readItems<Item>(values: readonly unknown[], read: (value: unknown) => Item | null): ReadItems<Item> {
  const items = values.map(read).filter((item) => item !== null);
  return { items, skipped: values.length - items.length };
}
