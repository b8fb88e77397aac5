/**
 * The form of a JSON value, as the interface specification writes it:
 * - `string`, `int`, `float`, `bool` and `datetime` (ISO 8601 in UTC); with `?` null is allowed;
 * - `int 0..100` and `float 0..1` with bounds, of which either may be left out;
 * - `true` for that alone, `=pending|running` for one of these words, `/^\d{4}$/` for text that fits;
 * - `[item]` for an array, `{ field: ... }` for an object, which may carry more fields than these;
 * - `nullable({ ... })` for an object or null, `mapTo('int')` for an object with any names.
 */
export type Shape = string | RegExp | [Shape] | Nullable | MapTo | { [field: string]: Shape };

class Nullable {
  constructor(readonly shape: Shape) {}
}
class MapTo {
  constructor(readonly shape: Shape) {}
}

export const nullable = (shape: Shape): Shape => new Nullable(shape);
export const mapTo = (shape: Shape): Shape => new MapTo(shape);

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const SCALARS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  int: (value) => Number.isSafeInteger(value),
  float: (value) => Number.isFinite(value),
  true: (value) => value === true,
  bool: (value) => typeof value === 'boolean',
  datetime: (value) => value instanceof Date || (typeof value === 'string' && DATETIME.test(value)),
};

/** What of values does not have their form, and which parts of the form none of them has shown. */
export class ShapeCheck {
  readonly problems: string[] = [];
  private readonly seen = new Set<string>();

  constructor(private readonly shape: Shape) {}

  add(value: unknown): this {
    this.check(value, this.shape, '$');
    return this;
  }

  /** Paths at which there was never a value: always null, or in a list that was always empty. */
  get unseen(): string[] {
    return pathsOf(this.shape, '$').filter((path) => !this.seen.has(path));
  }

  private check(value: unknown, shape: Shape, path: string): void {
    if (shape instanceof Nullable) {
      if (value !== null) this.check(value, shape.shape, path);
    } else if (shape instanceof MapTo) {
      if (!isObject(value)) this.fail(path, 'an object', value);
      else for (const each of Object.values(value)) this.check(each, shape.shape, `${path}.*`);
    } else if (Array.isArray(shape)) {
      if (!Array.isArray(value)) this.fail(path, 'an array', value);
      else for (const each of value) this.check(each, shape[0], `${path}[]`);
    } else if (typeof shape === 'string' || shape instanceof RegExp) {
      this.checkScalar(value, shape, path);
    } else if (!isObject(value)) {
      this.fail(path, 'an object', value);
    } else {
      for (const [name, field] of Object.entries(shape)) this.check(value[name], field, `${path}.${name}`);
    }
  }

  private checkScalar(value: unknown, shape: string | RegExp, path: string): void {
    if (value === null && typeof shape === 'string' && shape.endsWith('?')) return;
    this.seen.add(path);
    if (!isScalar(value, shape)) this.fail(path, String(shape), value);
  }

  private fail(path: string, expected: string, value: unknown): void {
    this.problems.push(`${path} should be ${expected}: ${JSON.stringify(value)}`);
  }
}

function isScalar(value: unknown, shape: string | RegExp): boolean {
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value);
  if (shape.startsWith('=')) return typeof value === 'string' && shape.slice(1).split('|').includes(value);
  const [type = '', bounds = '..'] = shape.replace('?', '').split(' ');
  const [least, most] = bounds.split('..');
  return (
    SCALARS[type]?.(value) === true &&
    !(Number(value) < Number(least || -Infinity)) &&
    !(Number(value) > Number(most || Infinity))
  );
}

function pathsOf(shape: Shape, path: string): string[] {
  if (shape instanceof Nullable) return pathsOf(shape.shape, path);
  if (shape instanceof MapTo) return pathsOf(shape.shape, `${path}.*`);
  if (Array.isArray(shape)) return pathsOf(shape[0], `${path}[]`);
  if (typeof shape === 'string' || shape instanceof RegExp) return [path];
  return Object.entries(shape).flatMap(([name, field]) => pathsOf(field, `${path}.${name}`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
