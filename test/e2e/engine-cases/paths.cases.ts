import { Long } from 'mongodb';
import { type Case, type Cases, codeOf, differing, find, giving, ids, idsOf, index, upd } from './case';

const NESTED = ids([[1, 2], 3], [1, [5]], [[7]], { '0': 1 }, []);

/** What a filter finds through a descending index. */
function descending(filter: object, ...values: unknown[]): Case {
  return {
    docs: ids(...values),
    run: async (rows) => {
      await index(rows, { v: -1, _id: 1 });
      return idsOf(await rows.find(filter).sort({ _id: 1 }).toArray());
    },
  };
}

/** Places where paths, arrays, nothing and the ends of index ranges meet: each was once answered otherwise. */
export const paths: Cases = {
  'a position in an array is tested whole': giving([1, 3], find({ 'v.0': 1 }, NESTED)),
  'a position in an array compares as an array': giving([0], find({ 'v.0': [1, 2] }, NESTED)),
  'a path through a position that holds no document is not missing': giving(
    [2],
    find({ 'v.1.a': null }, ids([1, 'a'], [1], [1, { a: 2 }])),
  ),
  '$elemMatch does not look into arrays in arrays': giving(
    [1],
    find({ v: { $elemMatch: { $eq: 1 } } }, ids([[1]], [1], 1)),
  ),
  '$mod of whole numbers beyond 2^53': giving(
    [0],
    find({ v: { $mod: [3, 0] } }, ids(Long.fromString('9007199254740993'), Long.fromString('9007199254740994'))),
  ),
  'the field without a name': giving(
    [0],
    find({ '': 1 }, [
      { _id: 0, '': [1] },
      { _id: 1, '': 2 },
    ]),
  ),
  'the empty string lies below others in a descending index': giving(
    [0, 1],
    descending({ v: { $lt: 'b' } }, '', 'a', 'b'),
  ),
  'the empty document lies below others in a descending index': giving(
    [0],
    descending({ v: { $lt: { a: 1 } } }, {}, { a: 1 }, { a: 2 }),
  ),
  'a prefix by itself in a descending index': giving([0, 1], descending({ v: /^ab/ }, 'ab', 'abc', 'b')),
  'no value is one of none': giving([], descending({ v: { $in: [] } }, 1, null)),
  'sort by a position in an array': giving([2, 0, 1], {
    docs: ids([{ x: 1 }, 5], [{ y: 0 }, 6], 3),
    run: (rows) => rows.find().sort({ 'v.0': 1, _id: 1 }).toArray().then(idsOf),
  }),
  'sort by a path takes arrays in arrays for nothing': giving([0, 1], {
    docs: [{ _id: 0, a: [{ c: 0 }, [2]] }, { _id: 1 }],
    run: (rows) => rows.find().sort({ 'a.c': 1, _id: 1 }).toArray().then(idsOf),
  }),
  '$pull below a scalar fails': differing('DocumentDB has no code of its own for PathNotViable', 28, {
    docs: [{ _id: 1, a: 1 }],
    run: (rows) => codeOf(rows.updateOne({ _id: 1 }, { $pull: { 'a.b': 1 } } as object)),
  }),
  '$unset below a scalar does nothing': giving(
    { matched: 1, modified: 0, docs: [{ _id: 1, a: 1 }] },
    upd([{ _id: 1, a: 1 }], { _id: 1 }, { $unset: { 'a.b': '' } }),
  ),
  '$pull of a missing field makes nothing': differing(
    'DocumentDB makes the documents on the way to a missing field of $pull, $pullAll, $pop, $unset and $rename',
    { matched: 1, modified: 0, docs: [{ _id: 1 }] },
    upd([{ _id: 1 }], { _id: 1 }, { $pull: { 'a.b': 1 } }),
  ),
  '$pull by operators looks into arrays in arrays': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [[]] }] },
    upd([{ _id: 1, a: [[], [1], 0] }], { _id: 1 }, { $pull: { a: { $lt: 5 } } }),
  ),
  '$pull of an array takes equal entries only': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, [[1]]] }] },
    upd([{ _id: 1, a: [1, [1], [[1]]] }], { _id: 1 }, { $pull: { a: [1] } }),
  ),
  '$pull by an empty condition takes documents': differing(
    'DocumentDB takes every value where the condition of $pull is empty; MongoDB takes documents',
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1] }] },
    upd([{ _id: 1, a: [1, { b: 1 }] }], { _id: 1 }, { $pull: { a: {} } }),
  ),
  '$push sorts by whole values of fields': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [[], { b: 0 }, { b: [] }] }] },
    upd([{ _id: 1, a: [{ b: [] }] }], { _id: 1 }, { $push: { a: { $each: [[], { b: 0 }], $sort: { b: 1 } } } }),
  ),
  'every entry of a missing array fails': differing(
    'DocumentDB passes over $[] of a missing array in $unset and $pull',
    2,
    {
      docs: [{ _id: 1 }],
      run: (rows) => codeOf(rows.updateOne({ _id: 1 }, { $unset: { 'a.$[].b': '' } })),
    },
  ),
  'entries and a field of one array are in conflict': giving(40, {
    docs: [{ _id: 1, a: [1] }],
    run: (rows) => codeOf(rows.updateOne({ _id: 1 }, { $set: { 'a.$[]': 1 }, $inc: { 'a.0': 1 } })),
  }),
  '$rename does not reach into arrays': giving(2, {
    docs: [{ _id: 1, a: [{ b: 1 }] }],
    run: (rows) => codeOf(rows.updateOne({ _id: 1 }, { $rename: { 'a.0.b': 'c' } })),
  }),
  '$setOnInsert shares no field': differing('DocumentDB lets $setOnInsert share a field with another operator', 40, {
    docs: [{ _id: 1 }],
    run: (rows) => codeOf(rows.updateOne({ _id: 1 }, { $set: { a: 1 }, $setOnInsert: { a: 2 } })),
  }),
  '$addToSet and $push of nothing make an array': differing(
    'DocumentDB leaves a missing field out where nothing comes of $addToSet and $push',
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [], b: [] }] },
    upd([{ _id: 1 }], { _id: 1 }, { $addToSet: { a: { $each: [] } }, $push: { b: { $each: [1], $slice: 0 } } }),
  ),
  'fields are added in alphabetical order': differing(
    'DocumentDB adds new fields in the order of the operators; MongoDB in alphabetical order',
    ['_id', 'a', 'b'],
    {
      docs: [{ _id: 1 }],
      run: async (rows) => {
        await rows.updateOne({ _id: 1 }, { $set: { b: 1 }, $inc: { a: 1 } });
        return Object.keys((await rows.findOne()) ?? {});
      },
    },
  ),
  '$inc of a boolean fails': differing('DocumentDB increments true as 1', 14, {
    docs: [{ _id: 1, a: true }],
    run: (rows) => codeOf(rows.updateOne({ _id: 1 }, { $inc: { a: 1 } })),
  }),
  '$mul of a missing field by NaN': differing(
    'DocumentDB sets a missing field to 0 by $mul whatever the factor; MongoDB multiplies 0',
    'NaN',
    {
      docs: [{ _id: 1 }],
      run: async (rows) => {
        await rows.updateOne({ _id: 1 }, { $mul: { a: NaN } });
        return String((await rows.findOne())?.a);
      },
    },
  ),
  $currentDate: giving([true, 'Timestamp'], {
    docs: [{ _id: 1 }],
    run: async (rows) => {
      await rows.updateOne({ _id: 1 }, { $currentDate: { a: { $type: 'date' }, b: { $type: 'timestamp' } } });
      const row = await rows.findOne();
      return [row?.a instanceof Date, (row?.b as { _bsontype: string })._bsontype];
    },
  }),
  $sample: giving([2, 3], {
    docs: ids(1, 2, 3),
    run: async (rows) => [
      (await rows.aggregate([{ $sample: { size: 2 } }]).toArray()).length,
      (await rows.aggregate([{ $sample: { size: 9 } }]).toArray()).length,
    ],
  }),
  '$eq by name': giving([0], find({ v: { $eq: 1 } }, ids(1, 2))),
};
