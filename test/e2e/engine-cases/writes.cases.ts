import { Binary, Double, Int32, Long, MinKey, Timestamp } from 'mongodb';
import { Cases, differing, fails, giving, upd, bulkErrorsOf, typesOf } from './case';
import { people } from './data';

export const writes: Cases = {
  $set: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: 2, b: { c: 3 } }] },
    upd([{ _id: 1, a: 1 }], { _id: 1 }, { $set: { a: 2, 'b.c': 3 } }),
  ),
  '$set without change': giving(
    { matched: 1, modified: 0, docs: [{ _id: 1, a: 1 }] },
    upd([{ _id: 1, a: 1 }], { _id: 1 }, { $set: { a: 1 } }),
  ),
  '$set in an array': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, 5, null, 7] }] },
    upd([{ _id: 1, a: [1, 2] }], { _id: 1 }, { $set: { 'a.1': 5, 'a.3': 7 } }),
  ),
  $unset: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, b: { d: 2 } }] },
    upd([{ _id: 1, a: 1, b: { c: 1, d: 2 } }], { _id: 1 }, { $unset: { a: '', 'b.c': '', z: '' } }),
  ),
  '$unset in an array leaves null': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [null, 2] }] },
    upd([{ _id: 1, a: [1, 2] }], { _id: 1 }, { $unset: { 'a.0': '' } }),
  ),
  $inc: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: 3, b: 1.5, c: { d: -1 } }] },
    upd([{ _id: 1, a: 1 }], { _id: 1 }, { $inc: { a: 2, b: 1.5, 'c.d': -1 } }),
  ),
  $mul: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: 6, b: 0 }] },
    upd([{ _id: 1, a: 3 }], { _id: 1 }, { $mul: { a: 2, b: 5 } }),
  ),
  '$min and $max': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: 2, b: 3, d: { $date: '1970-01-01T00:00:00.003Z' }, c: 1, e: 1 }] },
    upd(
      [{ _id: 1, a: 3, b: 3, d: new Date(5) }],
      { _id: 1 },
      { $min: { a: 2, b: 5, c: 1, d: new Date(3) }, $max: { e: 1 } },
    ),
  ),
  $push: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, 2], b: [3] }] },
    upd([{ _id: 1, a: [1] }], { _id: 1 }, { $push: { a: 2, b: 3 } }),
  ),
  '$push $each $position': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, 8, 9, 2] }] },
    upd([{ _id: 1, a: [1, 2] }], { _id: 1 }, { $push: { a: { $each: [8, 9], $position: 1 } } }),
  ),
  '$push $each $sort $slice': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [{ s: 3 }, { s: 2 }] }] },
    upd(
      [{ _id: 1, a: [{ s: 3 }, { s: 1 }] }],
      { _id: 1 },
      { $push: { a: { $each: [{ s: 2 }], $sort: { s: -1 }, $slice: 2 } } },
    ),
  ),
  '$push $slice negative': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [3, 4] }] },
    upd([{ _id: 1, a: [1, 2, 3] }], { _id: 1 }, { $push: { a: { $each: [4], $slice: -2 } } }),
  ),
  $addToSet: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, { x: 1 }, 2], b: [1] }] },
    upd([{ _id: 1, a: [1, { x: 1 }] }], { _id: 1 }, { $addToSet: { a: { $each: [1, 2, { x: 1 }, 2] }, b: 1 } }),
  ),
  '$pull by value': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [2, 3] }] },
    upd([{ _id: 1, a: [1, 2, 1, 3] }], { _id: 1 }, { $pull: { a: 1 } }),
  ),
  '$pull by condition': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1] }] },
    upd([{ _id: 1, a: [1, 5, 3] }], { _id: 1 }, { $pull: { a: { $gte: 3 } } }),
  ),
  '$pull documents': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [{ k: 'y', n: 2 }] }] },
    upd(
      [
        {
          _id: 1,
          a: [
            { k: 'x', n: 1 },
            { k: 'y', n: 2 },
          ],
        },
      ],
      { _id: 1 },
      { $pull: { a: { k: 'x' } } },
    ),
  ),
  $pullAll: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [2] }] },
    upd([{ _id: 1, a: [1, 2, 3, 1] }], { _id: 1 }, { $pullAll: { a: [1, 3] } }),
  ),
  $pop: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, 2], b: [2, 3] }] },
    upd([{ _id: 1, a: [1, 2, 3], b: [1, 2, 3] }], { _id: 1 }, { $pop: { a: 1, b: -1 } }),
  ),
  $rename: giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, b: {}, x: 1, y: 2 }] },
    upd([{ _id: 1, a: 1, b: { c: 2 } }], { _id: 1 }, { $rename: { a: 'x', 'b.c': 'y', nope: 'z' } }),
  ),
  'positional $': giving(
    {
      matched: 1,
      modified: 1,
      docs: [
        {
          _id: 1,
          a: [
            { k: 1, n: 0 },
            { k: 2, n: 9 },
          ],
        },
      ],
    },
    upd(
      [
        {
          _id: 1,
          a: [
            { k: 1, n: 0 },
            { k: 2, n: 0 },
          ],
        },
      ],
      { 'a.k': 2 },
      { $set: { 'a.$.n': 9 } },
    ),
  ),
  'positional $ with $elemMatch': giving(
    {
      matched: 1,
      modified: 1,
      docs: [
        {
          _id: 1,
          a: [
            { k: 1, n: 0 },
            { k: 2, n: 4 },
          ],
        },
      ],
    },
    upd(
      [
        {
          _id: 1,
          a: [
            { k: 1, n: 0 },
            { k: 2, n: 0 },
          ],
        },
      ],
      { a: { $elemMatch: { k: 2, n: 0 } } },
      { $inc: { 'a.$.n': 4 } },
    ),
  ),
  'positional $ on values': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, 0, 9] }] },
    upd([{ _id: 1, a: [1, 5, 9] }], { a: { $gt: 3 } }, { $set: { 'a.$': 0 } }),
  ),
  '$[]': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [{ n: 11 }, { n: 12 }] }] },
    upd([{ _id: 1, a: [{ n: 1 }, { n: 2 }] }], { _id: 1 }, { $inc: { 'a.$[].n': 10 } }),
  ),
  'array filters': giving(
    {
      matched: 1,
      modified: 1,
      docs: [
        {
          _id: 1,
          a: [
            { k: 'x', n: 1 },
            { k: 'y', n: 0 },
          ],
        },
      ],
    },
    upd(
      [
        {
          _id: 1,
          a: [
            { k: 'x', n: 1 },
            { k: 'y', n: 2 },
          ],
        },
      ],
      { _id: 1 },
      { $set: { 'a.$[e].n': 0 } },
      { arrayFilters: [{ 'e.k': 'y' }] },
    ),
  ),
  'array filter on values': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [1, 4, 4] }] },
    upd([{ _id: 1, a: [1, 5, 9] }], { _id: 1 }, { $set: { 'a.$[big]': 4 } }, { arrayFilters: [{ big: { $gt: 4 } }] }),
  ),
  'pipeline update': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, b: 3, c: 5 }] },
    upd([{ _id: 1, a: 2, b: 3 }], { _id: 1 }, [{ $set: { c: { $add: ['$a', '$b'] } } }, { $unset: 'a' }]),
  ),
  'upsert takes fields of the filter': giving(
    { matched: 0, modified: 0, docs: [{ _id: 5, k: 'x', a: 1, b: 2 }] },
    upd([], { _id: 5, k: 'x', n: { $gt: 3 } }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, { upsert: true }),
  ),
  'upsert that matches ignores $setOnInsert': giving(
    { matched: 1, modified: 1, docs: [{ _id: 5, a: 1 }] },
    upd([{ _id: 5 }], { _id: 5 }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, { upsert: true }),
  ),
  'upsert with a dotted filter': giving(
    { matched: 0, modified: 0, docs: [{ _id: 1, a: { b: 2 }, c: 1 }] },
    upd([], { _id: 1, 'a.b': 2 }, { $set: { c: 1 } }, { upsert: true }),
  ),
  updateMany: giving([3, 3, 3], {
    docs: people,
    run: async (c) => {
      const r = await c.updateMany({ age: { $gt: 24 } }, { $set: { old: true } });
      return [r.matchedCount, r.modifiedCount, await c.countDocuments({ old: true })];
    },
  }),
  replaceOne: giving(
    { _id: 1, x: 1 },
    {
      docs: people,
      run: async (c) => {
        await c.replaceOne({ _id: 1 }, { x: 1 });
        return c.findOne({ _id: 1 });
      },
    },
  ),
  'replaceOne upsert': giving([7, { _id: 7, x: 1 }], {
    docs: [],
    run: async (c) => {
      const r = await c.replaceOne({ _id: 7 }, { x: 1 }, { upsert: true });
      return [r.upsertedId, await c.findOne({ _id: 7 })];
    },
  }),
  'findOneAndUpdate before': giving(
    { _id: 6, age: 40 },
    {
      docs: people,
      run: (c) =>
        c.findOneAndUpdate({ age: { $gt: 0 } }, { $inc: { age: 1 } }, { sort: { age: -1 }, projection: { age: 1 } }),
    },
  ),
  'findOneAndUpdate after': giving(
    { _id: 2, age: 21 },
    {
      docs: people,
      run: (c) =>
        c.findOneAndUpdate(
          { age: { $gt: 0 } },
          { $inc: { age: 1 } },
          { sort: { age: 1 }, projection: { age: 1 }, returnDocument: 'after' },
        ),
    },
  ),
  'findOneAndUpdate upsert after': giving(
    { _id: 3, a: 1 },
    {
      docs: [],
      run: (c) => c.findOneAndUpdate({ _id: 3 }, { $set: { a: 1 } }, { upsert: true, returnDocument: 'after' }),
    },
  ),
  'findOneAndUpdate upsert before': giving(null, {
    docs: [],
    run: (c) => c.findOneAndUpdate({ _id: 3 }, { $set: { a: 1 } }, { upsert: true }),
  }),
  'findOneAndUpdate without match': giving(null, {
    docs: [],
    run: (c) => c.findOneAndUpdate({ _id: 3 }, { $set: { a: 1 } }),
  }),
  findOneAndDelete: giving([{ _id: 2, name: 'bob' }, 5], {
    docs: people,
    run: async (c) => [await c.findOneAndDelete({ age: 20 }, { projection: { name: 1 } }), await c.countDocuments()],
  }),
  findOneAndReplace: giving(
    { _id: 1, y: 2 },
    { docs: people, run: (c) => c.findOneAndReplace({ _id: 1 }, { y: 2 }, { returnDocument: 'after' }) },
  ),
  'deleteOne and deleteMany': giving([1, 3, 2], {
    docs: people,
    run: async (c) => [
      (await c.deleteOne({ age: { $gt: 0 } })).deletedCount,
      (await c.deleteMany({ tags: { $exists: true } })).deletedCount,
      await c.countDocuments(),
    ],
  }),
  bulkWrite: giving([1, 5, 5, 1, 1, { '2': 11 }], {
    docs: people,
    run: async (c) => {
      const r = await c.bulkWrite([
        { insertOne: { document: { _id: 10 } } },
        { updateMany: { filter: { age: { $gt: 0 } }, update: { $set: { z: 1 } } } },
        { updateOne: { filter: { _id: 11 }, update: { $set: { z: 2 } }, upsert: true } },
        { deleteOne: { filter: { _id: 1 } } },
        { replaceOne: { filter: { _id: 2 }, replacement: { q: 1 } } },
      ]);
      return [r.insertedCount, r.matchedCount, r.modifiedCount, r.deletedCount, r.upsertedCount, r.upsertedIds];
    },
  }),
  'unordered insert reports each duplicate': giving(
    [
      11000,
      [
        [0, 11000],
        [2, 11000],
      ],
      4,
    ],
    {
      docs: [{ _id: 1 }, { _id: 2 }],
      run: async (c) => [
        ...(await bulkErrorsOf(c.insertMany([{ _id: 1 }, { _id: 3 }, { _id: 2 }, { _id: 4 }], { ordered: false }))),
        await c.countDocuments(),
      ],
    },
  ),
  'ordered insert stops at the first duplicate': giving([11000, [[1, 11000]], 2], {
    docs: [{ _id: 2 }],
    run: async (c) => [
      ...(await bulkErrorsOf(c.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]))),
      await c.countDocuments(),
    ],
  }),
  '$inc on a string fails': giving(
    14,
    fails([{ _id: 1, a: 'x' }], (c) => c.updateOne({ _id: 1 }, { $inc: { a: 1 } })),
  ),
  'conflicting paths fail': giving(
    40,
    fails([{ _id: 1 }], (c) => c.updateOne({ _id: 1 }, { $set: { a: 1 }, $inc: { 'a.b': 1 } })),
  ),
  'changing _id fails': giving(
    66,
    fails([{ _id: 1 }], (c) => c.updateOne({ _id: 1 }, { $set: { _id: 2 } })),
  ),
  'unknown update operator fails': giving(
    9,
    fails([{ _id: 1 }], (c) => c.updateOne({ _id: 1 }, { $foo: { a: 1 } })),
  ),
  '$push on a scalar fails': giving(
    2,
    fails([{ _id: 1, a: 1 }], (c) => c.updateOne({ _id: 1 }, { $push: { a: 1 } as object })),
  ),
  'types come back as they went in': giving(
    ['Int32', 'Double', 'Long', 'Timestamp', 'Binary', 'BSONRegExp', 'MinKey', 'Int32'],
    {
      docs: [
        {
          _id: 1,
          i: new Int32(1),
          d: new Double(1),
          l: Long.fromNumber(1),
          t: new Timestamp({ t: 1, i: 2 }),
          b: new Binary(Buffer.from('x'), 4),
          r: /a/i,
          m: new MinKey(),
        },
      ],
      run: async (c) => {
        await c.updateOne({ _id: 1 }, { $set: { z: 1 } });
        const d = await c.findOne({ _id: 1 }, { promoteValues: false, promoteLongs: false, bsonRegExp: true });
        return typesOf(d, 'i', 'd', 'l', 't', 'b', 'r', 'm', 'z');
      },
    },
  ),
  '$inc keeps and widens types': giving(
    [
      ['Long', 'Double', 'Long', 'Long'],
      ['2147483648', '2', '2', '1'],
    ],
    {
      docs: [{ _id: 1, i: new Int32(2147483647), d: new Double(1), l: Long.fromNumber(1) }],
      run: async (c) => {
        await c.updateOne({ _id: 1 }, { $inc: { i: 1, d: 1, l: 1, n: Long.fromNumber(1) } });
        const d = await c.findOne({ _id: 1 }, { promoteValues: false });
        return [typesOf(d, 'i', 'd', 'l', 'n'), ['i', 'd', 'l', 'n'].map((name) => String(d?.[name]))];
      },
    },
  ),
  'awkward field names survive': giving(['will.i.am', 'A$AP', '__proto__', '$x', ''], {
    docs: [{ _id: 1, m: JSON.parse('{"will.i.am":1,"A$AP":2,"__proto__":3,"$x":4,"":5}') as unknown }],
    run: async (c) => {
      await c.updateOne({ _id: 1 }, { $inc: { n: 1 } });
      return Object.keys((await c.findOne({ _id: 1 }))?.m as object);
    },
  }),
  'drop and list collections': giving([[true], []], {
    docs: [{ _id: 1 }],
    run: async (c, db) => {
      const names = async () =>
        (await db.listCollections({ name: c.collectionName }).toArray()).map((x) => x.name === c.collectionName);
      const before = await names();
      await c.drop();
      return [before, await names()];
    },
  }),
  'pipeline upsert': giving([{ _id: 1, n: 2 }], {
    docs: [],
    run: async (c) => {
      await c.updateOne({ _id: 1 }, [{ $set: { n: { $add: [{ $ifNull: ['$n', 0] }, 1] } } }], { upsert: true });
      await c.updateOne({ _id: 1 }, [{ $set: { n: { $add: [{ $ifNull: ['$n', 0] }, 1] } } }], { upsert: true });
      return c.find().toArray();
    },
  }),
  '$pull with nested condition': giving(
    { matched: 1, modified: 1, docs: [{ _id: 1, a: [{ k: [1, 2] }] }] },
    upd([{ _id: 1, a: [{ k: [1, 2] }, { k: [3] }] }], { _id: 1 }, { $pull: { a: { k: { $in: [3] } } } }),
  ),
  '$addToSet on a scalar fails': giving(
    2,
    fails([{ _id: 1, a: 1 }], (c) => c.updateOne({ _id: 1 }, { $addToSet: { a: 1 } })),
  ),
  'setting below a scalar fails': differing(
    'DocumentDB has no code of its own for PathNotViable',
    28,
    fails([{ _id: 1, a: 1 }], (c) => c.updateOne({ _id: 1 }, { $set: { 'a.b': 1 } })),
  ),
};
