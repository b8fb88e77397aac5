import { PlatformAnswerUnexpected } from './platform.errors';

export type JsonObject = Record<string, unknown>;

/** Readers of what the platform answered: nothing of it is believed before one of these has looked at it. */

/** @throws PlatformAnswerUnexpected unless the value is an object */
export function objectOf(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PlatformAnswerUnexpected(`${what} is not an object`);
  return value as JsonObject;
}

/** @throws PlatformAnswerUnexpected unless the field is a text of at least one character */
export function textOf(object: JsonObject, field: string, what: string): string {
  const value = object[field];
  if (typeof value !== 'string' || value === '') throw new PlatformAnswerUnexpected(`${what} has no ${field}`);
  return value;
}

/** A text that the platform may leave out; then, and when it is something else than a text, it is "". */
export function optionalTextOf(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : '';
}

/** Address of the first, which is the largest, of a list of images; "" without one. */
export function firstImageUrlOf(object: JsonObject): string {
  const images: unknown = object.images;
  const first: unknown = Array.isArray(images) ? images[0] : undefined;
  return typeof first === 'object' && first !== null ? optionalTextOf(first as JsonObject, 'url') : '';
}
