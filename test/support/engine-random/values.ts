import * as fc from 'fast-check';
import { Binary, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';

/** Few different values of every type, so that they often meet: among others the same number as each of its types. */
const SCALARS: readonly (() => unknown)[] = [
  () => null,
  () => new Int32(0),
  () => new Int32(1),
  () => new Int32(2),
  () => new Int32(-1),
  () => new Double(1),
  () => new Double(1.5),
  () => new Double(-0),
  () => new Double(NaN),
  () => Long.fromNumber(1),
  () => Long.fromNumber(3),
  () => Long.fromString('9007199254740993'),
  () => new Double(9007199254740992),
  () => '',
  () => 'a',
  () => 'ab',
  () => 'b',
  () => 'é',
  () => false,
  () => true,
  () => new Date(0),
  () => new Date(5),
  () => new Date(-5),
  () => new ObjectId('000000000000000000000001'),
  () => new ObjectId('000000000000000000000002'),
  () => new Binary(Buffer.from('a')),
  () => new Timestamp({ t: 1, i: 2 }),
  () => new MinKey(),
  () => new MaxKey(),
];

export const NAMES = ['a', 'b', 'c'] as const;
export const PATHS = ['a', 'b', 'c', 'a.b', 'a.c', 'b.a', 'a.0', 'a.1', 'a.b.c', 'a.0.b', 'b.1.a'] as const;

export const scalars: fc.Arbitrary<unknown> = fc.constantFrom(...SCALARS).map((make) => make());

export const numbers: fc.Arbitrary<unknown> = fc.constantFrom(...SCALARS.slice(1, 13)).map((make) => make());

const { value } = fc.letrec<{ value: unknown; document: unknown; array: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalars, tie('document'), tie('array')),
  document: fields(tie('value')),
  array: fc.array(tie('value'), { maxLength: 3 }),
}));

/** Any value, nested a little. */
export const values: fc.Arbitrary<unknown> = value;

function fields(of: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), of), { maxLength: 3, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
}

export const documents: fc.Arbitrary<Record<string, unknown>> = fields(values);

export const paths: fc.Arbitrary<string> = fc.constantFrom(...PATHS);
