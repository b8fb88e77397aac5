import * as fc from 'fast-check';
import { NAMES, paths, scalars, values } from './values';

export type Spec = Record<string, unknown>;

const TYPES = [
  'double',
  'string',
  'object',
  'array',
  'objectId',
  'bool',
  'date',
  'null',
  'int',
  'long',
  'number',
  'minKey',
];
const PATTERNS = ['^a', 'b$', 'A', '^$', '.'];

const comparisons: fc.Arbitrary<Spec> = fc.oneof(
  { weight: 6, arbitrary: single(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'], values) },
  { weight: 3, arbitrary: single(['$in', '$nin'], fc.array(values, { maxLength: 3 })) },
  { weight: 2, arbitrary: fc.tuple(scalars, scalars).map(([$gte, $lt]): Spec => ({ $gte, $lt })) },
  { weight: 2, arbitrary: single(['$exists'], fc.boolean()) },
  single(['$type'], fc.oneof(fc.constantFrom(...TYPES), fc.subarray(TYPES, { minLength: 1, maxLength: 2 }))),
  single(['$size'], fc.integer({ min: 0, max: 3 })),
  single(['$all'], fc.array(values, { maxLength: 2 })),
  single(['$mod'], fc.tuple(fc.constantFrom(2, 3), fc.constantFrom(0, 1))),
  fc
    .tuple(fc.constantFrom(...PATTERNS), fc.constantFrom('', 'i'))
    .map(([$regex, $options]): Spec => ({ $regex, $options })),
);

const conditions: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: values.filter((value) => !startsWithOperator(value)) },
  { weight: 8, arbitrary: comparisons },
  comparisons.map((inner) => ({ $not: inner })),
  { weight: 2, arbitrary: comparisons.map((inner) => ({ $elemMatch: inner })) },
  fc.tuple(fc.constantFrom(...NAMES), comparisons).map(([name, inner]) => ({ $elemMatch: { [name]: inner } })),
);

const { filter } = fc.letrec<{ filter: Spec; conjunction: Spec; logical: Spec }>((tie) => ({
  filter: fc.oneof({ maxDepth: 2, depthSize: 'small' }, tie('conjunction'), tie('logical')),
  conjunction: fc
    .uniqueArray(fc.tuple(paths, conditions), { minLength: 1, maxLength: 2, selector: ([path]) => path })
    .map((entries) => Object.fromEntries<unknown>(entries)),
  logical: single(['$and', '$or', '$nor'], fc.array(tie('filter'), { minLength: 1, maxLength: 2 })),
}));

export const filters: fc.Arbitrary<Spec> = filter;

/** An order over one or two fields, and then over `_id`, so that there are no ties. */
export const sorts: fc.Arbitrary<Record<string, 1 | -1>> = fc
  .uniqueArray(fc.tuple(paths, fc.constantFrom(1 as const, -1 as const)), {
    minLength: 1,
    maxLength: 2,
    selector: ([path]) => path,
  })
  .map((entries) => ({ ...Object.fromEntries(entries), _id: 1 as const }));

/** Paths to keep, or to leave out. */
export const listedProjections: fc.Arbitrary<Spec> = fc.oneof(listed(1), listed(0));

export const projections: fc.Arbitrary<Spec> = fc.oneof(
  fc
    .constantFrom(...NAMES)
    .chain((name) => single([name], single(['$slice'], fc.constantFrom(1, -1, 2, [1, 1], [-2, 1])))),
  fc.constantFrom(...NAMES).chain((name) => single([name], single(['$elemMatch'], comparisons))),
);

function listed(kept: 0 | 1): fc.Arbitrary<Spec> {
  return fc
    .tuple(fc.uniqueArray(paths, { minLength: 1, maxLength: 3 }), fc.constantFrom(undefined, 0, 1))
    .filter(
      ([chosen, id]) => !chosen.some((a) => chosen.some((b) => b.startsWith(`${a}.`))) && (kept === 1 || id !== 1),
    )
    .map(([chosen, _id]) => ({
      ...Object.fromEntries(chosen.map((path) => [path, kept])),
      ...(_id === undefined ? {} : { _id }),
    }));
}

export function single(names: readonly string[], of: fc.Arbitrary<unknown>): fc.Arbitrary<Spec> {
  return fc.tuple(fc.constantFrom(...names), of).map(([name, argument]) => ({ [name]: argument }));
}

function startsWithOperator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value)[0]?.startsWith('$') === true;
}
