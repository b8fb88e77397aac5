import { Double, Long, ObjectId } from 'mongodb';
import { Cases, differing, fails, find, giving, ids, idsOf } from './case';
import { mixed, people } from './data';

export const queries: Cases = {
  'equality with a number matches every numeric type': giving(
    [0, 1, 2],
    find({ v: 1 }, ids(1, new Double(1), Long.fromNumber(1), 2, '1')),
  ),
  'equality with null matches null and missing': giving([5, 20], find({ v: null }, mixed)),
  'equality with null on a dotted path': giving([3, 4, 5, 6], find({ 'address.city': null }, people)),
  '$ne null': giving(
    [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    find({ v: { $ne: null } }, mixed),
  ),
  '$exists true': giving([1, 2, 4, 5, 6], find({ age: { $exists: true } }, people)),
  '$exists false': giving([3], find({ age: { $exists: false } }, people)),
  '$exists on a path through an array': giving([5, 6], find({ 'scores.s': { $exists: true } }, people)),
  '$gt compares within the type only': giving([1, 2, 10, 19], find({ v: { $gt: 1 } }, mixed)),
  '$lt on strings': giving([3, 4, 17], find({ v: { $lt: 'b' } }, mixed)),
  '$gte null': giving([5, 20], find({ v: { $gte: null } }, mixed)),
  '$lte date': giving([7], find({ v: { $lte: new Date(5) } }, mixed)),
  '$gt on booleans': giving([6], find({ v: { $gte: true } }, mixed)),
  '$gt on object ids': giving([8], find({ v: { $gt: new ObjectId('000000000000000000000000') } }, mixed)),
  '$gt and $lt': giving([1, 5], find({ age: { $gt: 20, $lt: 40 } }, people)),
  '$in with mixed values': giving([0, 3, 5, 10, 20], find({ v: { $in: [1, 'a', null] } }, mixed)),
  '$in with a regex': giving([1, 3], find({ name: { $in: [/^a/i, 'Cid'] } }, people)),
  $nin: giving([1, 5, 6], find({ age: { $nin: [20, null] } }, people)),
  '$not with $gt': giving([2, 3, 4], find({ age: { $not: { $gt: 25 } } }, people)),
  '$not with a regex': giving([1, 3, 5], find({ name: { $not: /^[a-z]/ } }, people)),
  $or: giving([2, 5], find({ $or: [{ age: 20 }, { name: 'Eve' }] }, people)),
  '$and with $or': giving([1], find({ $and: [{ $or: [{ age: 20 }, { age: 30 }] }, { name: /n/ }] }, people)),
  $nor: giving([1, 3, 4, 6], find({ $nor: [{ age: 20 }, { name: 'Eve' }] }, people)),
  '$regex with options': giving([6], find({ name: { $regex: '^f', $options: 'i' } }, people)),
  '$regex on array entries': giving([3], find({ tags: /^c/ }, people)),
  'array contains': giving([1, 4], find({ tags: 'a' }, people)),
  'array equals': giving([3], find({ tags: ['b', 'c'] }, people)),
  'array index': giving([3], find({ 'tags.0': 'b' }, people)),
  'range over array entries may be met by different entries': giving(
    [0],
    find({ v: { $gt: 3, $lt: 2 } }, ids([1, 5], [2.5], [1], [4])),
  ),
  '$elemMatch on values': giving([1], find({ v: { $elemMatch: { $gt: 3, $lt: 5 } } }, ids([1, 5], [4], 4, [2]))),
  '$elemMatch on documents': giving([5, 6], find({ scores: { $elemMatch: { s: { $gt: 2 }, k: 'y' } } }, people)),
  'two conditions on documents in an array': giving([5], find({ 'scores.s': 5, 'scores.k': 'x' }, people)),
  $all: giving([1], find({ tags: { $all: ['a', 'b'] } }, people)),
  '$all on a scalar': giving([1, 4], find({ tags: { $all: ['a'] } }, people)),
  $size: giving([1, 3], find({ tags: { $size: 2 } }, people)),
  '$size 0': giving([11], find({ v: { $size: 0 } }, mixed)),
  '$type by name': giving([3, 4, 16, 17], find({ v: { $type: 'string' } }, mixed)),
  '$type number': giving([0, 1, 2, 10, 15, 18, 19], find({ v: { $type: 'number' } }, mixed)),
  '$type by number': giving([5, 6], find({ v: { $type: [10, 8] } }, mixed)),
  '$type array': giving([10, 11], find({ v: { $type: 'array' } }, mixed)),
  $mod: giving([0, 1, 10], find({ v: { $mod: [2, 1] } }, mixed)),
  'embedded document equals with field order': giving(
    [0],
    find({ v: { a: 1, b: 2 } }, ids({ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 })),
  ),
  'dotted path through documents': giving([1], find({ 'address.city': 'Rome' }, people)),
  $expr: giving([1, 5, 6], find({ $expr: { $gt: ['$age', 24] } }, people)),
  '$ne on an array': giving([2, 3, 5, 6], find({ tags: { $ne: 'a' } }, people)),
  'empty $in': giving([], find({ age: { $in: [] } }, people)),
  'equality with an empty array': giving([2], find({ tags: [] }, people)),
  'NaN equals NaN': giving([18], find({ v: NaN }, mixed)),
  'nested arrays': giving([1, 2], find({ v: 1 }, ids([[1]], [1], 1))),
  'nested array equality': giving([0, 1], find({ v: [1] }, ids([[1]], [1], 1))),
  'a.b null over array of documents': giving(
    [0, 4, 5, 6],
    find({ 'v.b': null }, ids([{ b: 1 }, {}], [{ b: 1 }], [], [1], { b: null }, 5, {})),
  ),
  'a.b $exists false over arrays': giving(
    [2, 3, 5, 6],
    find({ 'v.b': { $exists: false } }, ids([{ b: 1 }, {}], [{ b: 1 }], [], [1], { b: null }, 5, {})),
  ),
  'sort over mixed types': differing(
    'DocumentDB puts an empty array after null; the manual puts it before',
    [12, 11, 5, 20, 18, 15, 0, 10, 1, 2, 19, 17, 4, 3, 16, 9, 14, 8, 6, 7, 13],
    { docs: mixed, run: (c) => c.find().sort({ v: 1, _id: 1 }).toArray().then(idsOf) },
  ),
  'sort descending over mixed types': differing(
    'DocumentDB puts an empty array after null; the manual puts it before',
    [13, 7, 6, 8, 14, 9, 16, 3, 4, 17, 19, 2, 10, 1, 0, 15, 18, 5, 20, 11, 12],
    { docs: mixed, run: (c) => c.find().sort({ v: -1, _id: 1 }).toArray().then(idsOf) },
  ),
  'sort by an array takes its least entry': giving([3, 4, 0, 1, 2], {
    docs: ids([5, 1], [2], 3, [], null),
    run: (c) => c.find().sort({ v: 1, _id: 1 }).toArray().then(idsOf),
  }),
  'sort descending by an array takes its greatest entry': giving([0, 2, 1, 3], {
    docs: ids([5, 1], [2], 3, []),
    run: (c) => c.find().sort({ v: -1, _id: 1 }).toArray().then(idsOf),
  }),
  'sort by two fields with skip and limit': giving([1, 5], {
    docs: people,
    run: (c) =>
      c
        .find({ age: { $gt: 0 } })
        .sort({ age: -1, name: 1 })
        .skip(1)
        .limit(2)
        .toArray()
        .then(idsOf),
  }),
  inclusion: giving(
    [
      { _id: 1, name: 'Ann', address: { city: 'Rome' } },
      { _id: 2, name: 'bob', address: { city: 'Oslo' } },
      { _id: 3, name: 'Cid' },
      { _id: 4, name: 'dan' },
      { _id: 5, name: 'Eve' },
      { _id: 6, name: 'fay' },
    ],
    {
      docs: people,
      run: (c) =>
        c
          .find({}, { projection: { name: 1, 'address.city': 1 } })
          .sort({ _id: 1 })
          .toArray(),
    },
  ),
  'inclusion without _id': giving(
    [{ name: 'Ann' }, { name: 'bob' }, { name: 'Cid' }, { name: 'dan' }, { name: 'Eve' }, { name: 'fay' }],
    {
      docs: people,
      run: (c) =>
        c
          .find({}, { projection: { name: 1, _id: 0 } })
          .sort({ _id: 1 })
          .toArray(),
    },
  ),
  exclusion: giving(
    [
      { _id: 1, name: 'Ann', age: 30 },
      { _id: 2, name: 'bob', age: 20 },
      { _id: 3, name: 'Cid' },
      { _id: 4, name: 'dan', age: null },
      { _id: 5, name: 'Eve', age: 25.5, scores: [{ k: 'x' }, { k: 'y' }] },
      { _id: 6, name: 'fay', age: 40, scores: [{ k: 'y' }, { k: 'x' }] },
    ],
    {
      docs: people,
      run: (c) =>
        c
          .find({}, { projection: { tags: 0, 'scores.s': 0, address: 0 } })
          .sort({ _id: 1 })
          .toArray(),
    },
  ),
  'inclusion through an array': giving(
    [
      { _id: 5, scores: [{ k: 'x' }, { k: 'y' }] },
      { _id: 6, scores: [{ k: 'y' }, { k: 'x' }] },
    ],
    {
      docs: people,
      run: (c) =>
        c
          .find({ _id: { $gt: 4 } }, { projection: { 'scores.k': 1 } })
          .sort({ _id: 1 })
          .toArray(),
    },
  ),
  'computed field in a projection': giving([{ _id: 1, double: 60 }], {
    docs: people,
    run: (c) => c.find({ _id: 1 }, { projection: { double: { $multiply: ['$age', 2] } } }).toArray(),
  }),
  '$slice in a projection': giving([{ _id: 1, name: 'Ann', tags: ['b'] }], {
    docs: people,
    run: (c) => c.find({ _id: 1 }, { projection: { tags: { $slice: -1 }, name: 1 } }).toArray(),
  }),
  '$elemMatch in a projection': giving([{ _id: 5, scores: [{ s: 5, k: 'y' }] }], {
    docs: people,
    run: (c) => c.find({ _id: 5 }, { projection: { scores: { $elemMatch: { k: 'y' } } } }).toArray(),
  }),
  '_id only': giving([{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 4 }, { _id: 5 }, { _id: 6 }], {
    docs: people,
    run: (c) =>
      c
        .find({}, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .toArray(),
  }),
  'count with skip and limit': giving([6, 4, 3, 6], {
    docs: people,
    run: async (c) => [
      await c.countDocuments({}),
      await c.countDocuments({ age: { $gt: 0 } }),
      await c.countDocuments({}, { skip: 2, limit: 3 }),
      await c.estimatedDocumentCount(),
    ],
  }),
  distinct: giving([['a', 'b', 'c'], ['Oslo', 'Rome'], ['x', 'y'], []], {
    docs: people,
    run: async (c) => [
      (await c.distinct('tags')).sort(),
      (await c.distinct('address.city')).sort(),
      (await c.distinct('scores.k', { age: 40 })).sort(),
      await c.distinct('nope'),
    ],
  }),
  'unknown query operator fails': giving(
    2,
    fails([{ _id: 1 }], (c) => c.find({ a: { $foo: 1 } }).toArray()),
  ),
  'large Longs compare exactly': giving([[0], [0, 1, 2]], {
    docs: ids(Long.fromString('9007199254740993'), Long.fromString('9007199254740992'), 9007199254740992),
    run: async (c) => [
      idsOf(await c.find({ v: Long.fromString('9007199254740993') }).toArray()),
      idsOf(await c.find().sort({ v: -1, _id: 1 }).toArray()),
    ],
  }),
  'getMore brings every document once': giving(500, {
    docs: Array.from({ length: 500 }, (_, i) => ({ _id: i })),
    run: async (c) => {
      const seen = new Set();
      for await (const d of c.find().batchSize(7)) seen.add(d._id);
      return seen.size;
    },
  }),
  'sort by a dotted path through arrays': giving([5, 6], {
    docs: people,
    run: (c) =>
      c
        .find({ scores: { $exists: true } })
        .sort({ 'scores.s': -1 })
        .toArray()
        .then(idsOf),
  }),
  'projection of nested arrays': giving([{ _id: 1, a: [[{ b: 1 }], { b: 3 }] }], {
    docs: [{ _id: 1, a: [[{ b: 1, c: 2 }], { b: 3, c: 4 }, 5] }],
    run: (c) => c.find({}, { projection: { 'a.b': 1 } }).toArray(),
  }),
  'exclusion of nested arrays': giving([{ _id: 1, a: [[{ c: 2 }], { c: 4 }, 5] }], {
    docs: [{ _id: 1, a: [[{ b: 1, c: 2 }], { b: 3, c: 4 }, 5] }],
    run: (c) => c.find({}, { projection: { 'a.b': 0 } }).toArray(),
  }),
};
