import { Cases, codeOf, differing, fails, giving, ids, idsOf, index } from './case';
import { mixed, people } from './data';

export const indexes: Cases = {
  'sort by index over mixed types': giving(21, {
    docs: mixed,
    run: async (c) => {
      await index(c, { v: 1 });
      return (await c.find().sort({ v: 1 }).toArray()).length;
    },
  }),
  'unique index': giving(11000, {
    docs: [{ _id: 1, a: 1 }],
    run: async (c) => {
      await index(c, { a: 1 }, { unique: true });
      return codeOf(c.insertOne({ _id: 2, a: 1 }));
    },
  }),
  'unique index counts a missing field as null': giving(11000, {
    docs: [{ _id: 1 }],
    run: async (c) => {
      await index(c, { a: 1 }, { unique: true });
      return codeOf(c.insertOne({ _id: 2, a: null }));
    },
  }),
  'unique sparse index': giving(2, {
    docs: [{ _id: 1 }],
    run: async (c) => {
      await index(c, { a: 1 }, { unique: true, sparse: true });
      await c.insertOne({ _id: 2 });
      return c.countDocuments();
    },
  }),
  'unique partial index': giving(
    [
      11000,
      11000,
      [
        { _id: 1, s: 'done', u: 1 },
        { _id: 3, s: 'done', u: 1 },
      ],
    ],
    {
      docs: [{ _id: 1, s: 'done', u: 1 }],
      run: async (c) => {
        await index(c, { u: 1 }, { unique: true, partialFilterExpression: { s: { $in: ['pending', 'running'] } } });
        await c.insertOne({ _id: 2, s: 'running', u: 1 });
        await c.insertOne({ _id: 3, s: 'done', u: 1 });
        return [
          await codeOf(c.insertOne({ _id: 4, s: 'pending', u: 1 })),
          await codeOf(c.updateOne({ _id: 3 }, { $set: { s: 'pending' } })),
          await c.find({ s: 'done' }).sort({ _id: 1 }).toArray(),
        ];
      },
    },
  ),
  'unique index over array entries': giving([11000, 'ok'], {
    docs: [{ _id: 1, a: [1, 2] }],
    run: async (c) => {
      await index(c, { a: 1 }, { unique: true });
      return [
        await codeOf(c.insertOne({ _id: 2, a: [2, 3] })),
        await c.insertOne({ _id: 3, a: [5, 5] }).then(() => 'ok'),
      ];
    },
  }),
  'building a unique index over duplicates fails': giving(
    11000,
    fails(
      [
        { _id: 1, a: 1 },
        { _id: 2, a: 1 },
      ],
      (c) => index(c, { a: 1 }, { unique: true }),
    ),
  ),
  'an update that would duplicate fails': giving(
    11000,
    fails(
      [
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ],
      async (c) => {
        await index(c, { a: 1 }, { unique: true });
        await c.updateOne({ _id: 2 }, { $set: { a: 1 } });
      },
    ),
  ),
  listIndexes: giving(
    [
      ['_id_', { _id: 1 }, false, false, null, null],
      ['a_1_b_-1', { a: 1, b: -1 }, false, false, null, null],
      ['cc', { c: 1 }, true, true, null, null],
      ['d_1', { d: 1 }, false, false, 60, null],
      ['e_1', { e: 1 }, false, false, null, { e: { $exists: true } }],
    ],
    {
      docs: [{ _id: 1 }],
      run: async (c) => {
        await c.createIndexes([
          { key: { a: 1, b: -1 } },
          { key: { c: 1 }, name: 'cc', unique: true, sparse: true },
          { key: { d: 1 }, expireAfterSeconds: 60 },
          { key: { e: 1 }, partialFilterExpression: { e: { $exists: true } } },
        ]);
        return (await c.indexes()).map((i) => [
          i.name,
          i.key,
          i.unique ?? false,
          i.sparse ?? false,
          i.expireAfterSeconds ?? null,
          i.partialFilterExpression ?? null,
        ]);
      },
    },
  ),
  dropIndex: giving(1, {
    docs: [{ _id: 1 }],
    run: async (c) => {
      await index(c, { a: 1 });
      await c.dropIndex('a_1');
      return (await c.indexes()).length;
    },
  }),
  'dropping an unknown index fails': differing(
    'DocumentDB has no code of its own for IndexNotFound',
    27,
    fails([{ _id: 1 }], (c) => c.dropIndex('nope')),
  ),
  'creating the same index twice is nothing': giving(2, {
    docs: [{ _id: 1 }],
    run: async (c) => {
      await index(c, { a: 1 });
      await index(c, { a: 1 });
      return (await c.indexes()).length;
    },
  }),
  'updateMany over an index it changes': giving([200, 200, 100], {
    docs: Array.from({ length: 300 }, (_, i) => ({ _id: i, n: i })),
    run: async (c) => {
      await index(c, { n: 1 });
      const r = await c.updateMany({ n: { $gte: 100 } }, { $inc: { n: 1000 } });
      return [
        r.modifiedCount,
        await c.countDocuments({ n: { $gte: 1100 } }),
        await c.countDocuments({ n: { $lt: 1000 } }),
      ];
    },
  }),
  '$or over two indexes': giving([1, 5, 6], {
    docs: people,
    run: async (c) => {
      await index(c, { age: 1 });
      await index(c, { name: 1 });
      return idsOf(
        await c
          .find({ $or: [{ age: { $gte: 30 } }, { name: 'Ann' }, { name: 'Eve' }] })
          .sort({ name: 1 })
          .toArray(),
      );
    },
  }),
  'compound index with a range and a sort': giving(
    [[1, 43, 85, 127, 169], [128, 86, 44, 2], [84, 126, 89, 131, 99, 141], 33, 13],
    {
      docs: Array.from({ length: 200 }, (_, i) => ({
        _id: i,
        u: i % 3,
        t: new Date(1e12 + ((i * 7919) % 200)),
        k: `k${i % 5}`,
      })),
      run: async (c) => {
        await index(c, { u: 1, t: -1, _id: -1 });
        await index(c, { u: 1, k: 1, t: -1 });
        return [
          idsOf(
            await c
              .find({ u: 1, t: { $gte: new Date(1e12 + 50), $lt: new Date(1e12 + 120) } })
              .sort({ t: -1, _id: -1 })
              .limit(5)
              .toArray(),
          ),
          idsOf(await c.find({ u: 2 }).sort({ t: 1, _id: 1 }).skip(10).limit(4).toArray()),
          idsOf(
            await c
              .find({ u: { $in: [0, 2] }, k: { $in: ['k1', 'k4'] } })
              .sort({ t: -1, _id: 1 })
              .limit(6)
              .toArray(),
          ),
          await c.countDocuments({ u: 1, t: { $gt: new Date(1e12 + 100) } }),
          await c.countDocuments({ u: 1, k: 'k2' }),
        ];
      },
    },
  ),
  'prefix regex on an index': giving([[0, 1, 2], [5], [0, 1, 2, 5, 6], [0, 1, 2, 3], [0, 1, 2, 4]], {
    docs: ids('abc', 'abd', 'ab', 'b', 'ABC', 'a.b', 'a%'),
    run: async (c) => {
      await index(c, { v: 1 });
      return [
        idsOf(await c.find({ v: /^ab/ }).sort({ _id: 1 }).toArray()),
        idsOf(await c.find({ v: /^a\.b/ }).toArray()),
        idsOf(await c.find({ v: /^ab?/ }).sort({ _id: 1 }).toArray()),
        idsOf(
          await c
            .find({ v: /^(ab|b)/ })
            .sort({ _id: 1 })
            .toArray(),
        ),
        idsOf(await c.find({ v: /^AB/i }).sort({ _id: 1 }).toArray()),
      ];
    },
  }),
  'long keys': giving([[2], [1, 2, 3], 1], {
    docs: [
      { _id: 1, v: 'x'.repeat(3000) + 'a' },
      { _id: 2, v: 'x'.repeat(3000) + 'b' },
      { _id: 3, v: 'y' },
    ],
    run: async (c) => {
      await index(c, { v: 1 }, { unique: true });
      return [
        idsOf(await c.find({ v: 'x'.repeat(3000) + 'b' }).toArray()),
        idsOf(
          await c
            .find({ v: { $gt: 'x' } })
            .sort({ v: 1 })
            .toArray(),
        ),
        await c.countDocuments({ v: { $lt: 'x'.repeat(3000) + 'b' } }),
      ];
    },
  }),
};
