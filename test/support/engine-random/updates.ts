import * as fc from 'fast-check';
import { single, type Spec } from './queries';
import { NAMES, numbers, paths, scalars, values } from './values';

const pushed: fc.Arbitrary<unknown> = fc.oneof(
  values,
  fc
    .record(
      {
        $each: fc.array(values, { maxLength: 3 }),
        $position: fc.constantFrom(0, 1, -1, 5),
        $slice: fc.constantFrom(0, 1, 2, -1, -2),
        $sort: fc.constantFrom(1, -1, { a: 1 }, { b: -1 }),
      },
      { requiredKeys: ['$each'] },
    )
    .map((modifiers) => ({ ...modifiers })),
);

const ARGUMENTS: Record<string, fc.Arbitrary<unknown>> = {
  $set: values,
  $setOnInsert: values,
  $unset: fc.constant(''),
  $inc: numbers,
  $mul: numbers,
  $min: values,
  $max: values,
  $push: pushed,
  $addToSet: fc.oneof(
    values,
    fc.array(values, { maxLength: 3 }).map(($each) => ({ $each })),
  ),
  $pull: fc.oneof(values, single(['$gt', '$gte', '$lt', '$in'], scalars).map(asList), single([...NAMES], scalars)),
  $pullAll: fc.array(values, { maxLength: 3 }),
  $pop: fc.constantFrom(1, -1),
  $rename: fc.constantFrom('a', 'b', 'c', 'd', 'd.e'),
};

function asList(condition: Spec): Spec {
  return '$in' in condition ? { $in: [condition.$in] } : condition;
}

const pathsOfUpdates: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: paths },
  fc.constantFrom('d', 'd.e', 'a.$[]', 'b.$[].a'),
);

const clauses: fc.Arbitrary<Spec> = fc
  .constantFrom(...Object.keys(ARGUMENTS))
  .chain((operator) =>
    fc
      .tuple(pathsOfUpdates, ARGUMENTS[operator] ?? values)
      .map(([path, argument]) => ({ [operator]: { [path]: argument } })),
  );

/** One or two operators with a field each. */
export const updates: fc.Arbitrary<Spec> = fc
  .array(clauses, { minLength: 1, maxLength: 2 })
  .map((parts) => Object.assign({}, ...parts) as Spec);
