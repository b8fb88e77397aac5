import { serialize } from 'bson';
import fc from 'fast-check';
import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, Value } from '../bson/value';
import { compileProjection } from './projection';
import { ListedFields, rawProjection } from './raw-projection';

const NAMES = ['_id', 'a', 'b', 'ab', 'longer', 'ü'];
const DOC: Doc = { _id: 1, a: { b: 2, longer: 'x'.repeat(50) }, b: 'text', longer: null, list: ['x', null, { a: 1 }] };

function project(doc: Doc, fields: ListedFields, including: boolean): Value {
  const bytes = rawProjection(fields, including)(encode(doc));
  return bytes && decode(bytes);
}

describe('rawProjection', () => {
  test.each<[string, ListedFields, boolean, Doc]>([
    [
      'keeps fields in the order of the document',
      new Map([
        ['b', undefined],
        ['_id', undefined],
      ]),
      true,
      { _id: 1, b: 'text' },
    ],
    ['keeps parts of a field', new Map([['a', new Map([['b', undefined]])]]), true, { a: { b: 2 } }],
    [
      'keeps an empty document of which no part is there',
      new Map([['a', new Map([['c', undefined]])]]),
      true,
      { a: {} },
    ],
    ['has no parts of a scalar', new Map([['b', new Map([['c', undefined]])]]), true, {}],
    [
      'drops fields',
      new Map([
        ['a', undefined],
        ['longer', undefined],
      ]),
      false,
      { _id: 1, b: 'text', list: DOC.list },
    ],
    ['drops parts of a field', new Map([['a', new Map([['longer', undefined]])]]), false, { ...DOC, a: { b: 2 } }],
    ['keeps the head of an array', new Map([['list', 2]]), false, { ...DOC, list: ['x', null] }],
    ['keeps the head of an array alone', new Map([['list', 1]]), true, { list: ['x'] }],
    ['keeps all of a shorter array', new Map([['list', 9]]), true, { list: DOC.list }],
    ['keeps what is no array whose head is asked for', new Map([['b', 1]]), true, { b: 'text' }],
    ['leaves a scalar whole that has no parts', new Map([['b', new Map([['c', undefined]])]]), false, DOC],
  ])('%s', (_what, fields, including, expected) => {
    const result = project(DOC, fields, including);
    expect(result).toEqual(expected);
    expect(Object.keys(result as Doc)).toEqual(Object.keys(expected));
  });

  test('gives up where a path leads into an array', () => {
    expect(project({ a: [{ b: 1 }] }, new Map([['a', new Map([['b', undefined]])]]), true)).toBeUndefined();
  });

  test('gives what decoding gives', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.integer({ min: -5, max: 5 }),
        fc.string(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('doc'),
      ),
      doc: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { noNullPrototype: true }),
    }));
    const path = fc
      .array(fc.constantFrom(...NAMES.slice(1)), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('.'));
    const fate = fc.oneof(
      fc.constantFrom(0, 1),
      fc.integer({ min: 0, max: 3 }).map(($slice) => ({ $slice })),
    );
    fc.assert(
      fc.property(
        value.doc,
        path,
        fate,
        fc.boolean(),
        fc.constantFrom({}, { ü: 0 }, { ü: 1 }),
        (doc, only, listed, dropsId, other) => {
          fc.pre(!only.startsWith('ü') && (typeof listed !== 'number' || Object.keys(other).length === 0));
          const bytes = Buffer.from(serialize(doc as Doc));
          const projection = compileProjection({ [only]: listed, ...other, ...(dropsId && { _id: 0 }) });
          expect(decode(projection.applyRaw(bytes))).toEqual(projection.apply(decode(bytes)));
        },
      ),
    );
  });
});
