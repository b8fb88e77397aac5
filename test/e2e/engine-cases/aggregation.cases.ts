import { Double, Long } from 'mongodb';
import { Cases, agg, differing, fails, giving, ids, Row, typesOf } from './case';
import { mixed, people, sales } from './data';

export const aggregation: Cases = {
  '$group with sums': giving(
    [
      { _id: null, n: 2, qty: 7, avg: 7 },
      { _id: 'a', n: 2, qty: 7, avg: 3.5 },
      { _id: 'b', n: 1, qty: 1, avg: 1 },
      { _id: 'c', n: 1, qty: 0, avg: null },
    ],
    agg(
      sales,
      { $group: { _id: '$item', n: { $sum: 1 }, qty: { $sum: '$qty' }, avg: { $avg: '$qty' } } },
      { $sort: { _id: 1 } },
    ),
  ),
  '$group min max': giving(
    [{ _id: null, min: 1, max: 4, lastQty: 'x' }],
    agg(sales, { $group: { _id: null, min: { $min: '$price' }, max: { $max: '$price' }, lastQty: { $max: '$qty' } } }),
  ),
  '$group first last push': giving(
    [
      { _id: null, first: 5, last: 6, all: ['x', 7] },
      { _id: 'a', first: 1, last: 3, all: [2, 5] },
      { _id: 'b', first: 2, last: 2, all: [1] },
      { _id: 'c', first: 4, last: 4, all: [] },
    ],
    agg(
      sales,
      { $sort: { _id: 1 } },
      { $group: { _id: '$item', first: { $first: '$_id' }, last: { $last: '$_id' }, all: { $push: '$qty' } } },
      { $sort: { _id: 1 } },
    ),
  ),
  '$group addToSet': giving(
    [{ _id: null, n: 4 }],
    agg(sales, { $group: { _id: null, items: { $addToSet: '$item' } } }, { $project: { n: { $size: '$items' } } }),
  ),
  '$group by document': differing(
    'DocumentDB turns a missing field of a document into null; MongoDB leaves it out',
    [
      { _id: { i: 'a', big: false }, n: 2 },
      { _id: { i: null, big: true }, n: 1 },
      { _id: { i: 'b', big: true }, n: 1 },
      { _id: { i: 'c', big: true }, n: 1 },
      { _id: { big: false }, n: 1 },
    ],
    agg(
      sales,
      { $group: { _id: { i: '$item', big: { $gt: ['$price', 1.5] } }, n: { $sum: 1 } } },
      { $sort: { n: -1, _id: 1 } },
    ),
  ),
  '$group count': giving([{ _id: null, n: 6 }], agg(sales, { $group: { _id: null, n: { $count: {} } } })),
  '$group expression sums': giving(
    [
      { _id: 'a', total: 8 },
      { _id: 'b', total: 2 },
    ],
    agg(
      sales,
      { $match: { _id: { $lt: 4 } } },
      { $group: { _id: '$item', total: { $sum: { $multiply: ['$qty', '$price'] } } } },
      { $sort: { _id: 1 } },
    ),
  ),
  $count: giving([{ n: 4 }], agg(sales, { $match: { price: { $gt: 1 } } }, { $count: 'n' })),
  '$count of nothing': differing(
    'DocumentDB counts nothing as 0; the manual has no document then',
    [],
    agg(sales, { $match: { price: 99 } }, { $count: 'n' }),
  ),
  '$project with expressions': giving(
    [{ item: 'a', total: 3, up: 'A', n: { m: 2 } }],
    agg(
      sales,
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          item: 1,
          total: { $multiply: ['$qty', '$price'] },
          up: { $toUpper: '$item' },
          'n.m': '$qty',
        },
      },
    ),
  ),
  $addFields: giving(
    [{ _id: 2, item: 'b', qty: 1, price: 3, at: { $date: '2024-02-01T00:00:00Z' }, x: { y: 1 } }],
    agg(sales, { $match: { _id: 2 } }, { $addFields: { 'x.y': 1, price: { $add: ['$price', 1] } } }),
  ),
  '$unset stage': giving(
    [{ _id: 2, item: 'b', qty: 1 }],
    agg(sales, { $match: { _id: 2 } }, { $unset: ['price', 'at'] }),
  ),
  $unwind: giving(
    [
      { _id: 1, tags: 'a' },
      { _id: 1, tags: 'b' },
      { _id: 3, tags: 'b' },
      { _id: 3, tags: 'c' },
      { _id: 4, tags: 'a' },
    ],
    agg(people, { $unwind: '$tags' }, { $sort: { _id: 1, tags: 1 } }, { $project: { tags: 1 } }),
  ),
  '$unwind keeping empty': giving(
    [
      { _id: 1, tags: 'a', i: 0 },
      { _id: 1, tags: 'b', i: 1 },
      { _id: 2, i: null },
      { _id: 3, tags: 'b', i: 0 },
      { _id: 3, tags: 'c', i: 1 },
      { _id: 4, tags: 'a', i: null },
      { _id: 5, i: null },
      { _id: 6, i: null },
    ],
    agg(
      people,
      { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
      { $sort: { _id: 1, i: 1 } },
      { $project: { tags: 1, i: 1 } },
    ),
  ),
  $sortByCount: giving(
    [
      { _id: 'a', count: 2 },
      { _id: 'b', count: 2 },
    ],
    agg(people, { $unwind: '$tags' }, { $sortByCount: '$tags' }, { $match: { count: 2 } }, { $sort: { _id: 1 } }),
  ),
  $facet: giving(
    [
      {
        n: [{ n: 6 }],
        top: [
          { _id: 5, price: 4 },
          { _id: 4, price: 3 },
        ],
      },
    ],
    agg(sales, {
      $facet: { n: [{ $count: 'n' }], top: [{ $sort: { price: -1 } }, { $limit: 2 }, { $project: { price: 1 } }] },
    }),
  ),
  $bucket: giving(
    [
      { _id: 1, n: 2 },
      { _id: 2, n: 2 },
      { _id: 'other', n: 2 },
    ],
    agg(sales, { $bucket: { groupBy: '$price', boundaries: [1, 2, 4], default: 'other', output: { n: { $sum: 1 } } } }),
  ),
  $replaceRoot: giving(
    [{ city: 'Rome', zip: 1 }],
    agg(people, { $match: { _id: 1 } }, { $replaceRoot: { newRoot: '$address' } }),
  ),
  '$replaceWith merge': giving(
    [{ city: 'Rome', zip: 1, id: 1 }],
    agg(people, { $match: { _id: 1 } }, { $replaceWith: { $mergeObjects: ['$address', { id: '$_id' }] } }),
  ),
  '$skip and $limit': giving(
    [{ _id: 5 }, { _id: 4 }],
    agg(sales, { $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }),
  ),
  $lookup: giving(
    [
      {
        _id: 1,
        o: [
          { _id: 1, who: 1 },
          { _id: 2, who: 1 },
        ],
      },
      { _id: 2, o: [] },
    ],
    {
      docs: people,
      run: async (c, db) => {
        const o = db.collection<Row>(c.collectionName + '_o');
        await o.insertMany([
          { _id: 1, who: 1 },
          { _id: 2, who: 1 },
          { _id: 3, who: null },
        ]);
        return c
          .aggregate([
            { $match: { _id: { $lt: 3 } } },
            { $lookup: { from: o.collectionName, localField: '_id', foreignField: 'who', as: 'o' } },
            { $project: { o: 1 } },
            { $sort: { _id: 1 } },
          ])
          .toArray();
      },
    },
  ),
  '$lookup with a pipeline': giving(
    [
      { _id: 1, o: [{ _id: 2, who: 1, n: 9 }] },
      { _id: 2, o: [{ _id: 3, who: 2, n: 1 }] },
    ],
    {
      docs: people,
      run: async (c, db) => {
        const o = db.collection<Row>(c.collectionName + '_o');
        await o.insertMany([
          { _id: 1, who: 1, n: 5 },
          { _id: 2, who: 1, n: 9 },
          { _id: 3, who: 2, n: 1 },
        ]);
        return c
          .aggregate([
            { $match: { _id: { $lt: 3 } } },
            {
              $lookup: {
                from: o.collectionName,
                let: { id: '$_id' },
                pipeline: [{ $match: { $expr: { $eq: ['$who', '$$id'] } } }, { $sort: { n: -1 } }, { $limit: 1 }],
                as: 'o',
              },
            },
            { $project: { o: 1 } },
            { $sort: { _id: 1 } },
          ])
          .toArray();
      },
    },
  ),
  'missing differs from null in expressions': giving(
    [
      { _id: 1, isNull: false, missing: 'a' },
      { _id: 2, isNull: false, missing: 'b' },
      { _id: 3, isNull: false, missing: 'a' },
      { _id: 4, isNull: false, missing: 'c' },
      { _id: 5, isNull: true, missing: 'none' },
      { _id: 6, isNull: false, missing: 'none' },
    ],
    agg(
      sales,
      { $project: { isNull: { $eq: ['$item', null] }, missing: { $ifNull: ['$item', 'none'] } } },
      { $sort: { _id: 1 } },
    ),
  ),
  '$cond and $switch': giving(
    [
      { _id: 1, c: 'lo', s: 1 },
      { _id: 2, c: 'hi', s: 2 },
      { _id: 3, c: 'lo', s: 1 },
      { _id: 4, c: 'hi', s: 0 },
      { _id: 5, c: 'hi', s: 0 },
      { _id: 6, c: 'lo', s: 0 },
    ],
    agg(
      sales,
      {
        $project: {
          c: { $cond: [{ $gte: ['$price', 2] }, 'hi', 'lo'] },
          s: {
            $switch: {
              branches: [
                { case: { $eq: ['$item', 'a'] }, then: 1 },
                { case: { $eq: ['$item', 'b'] }, then: 2 },
              ],
              default: 0,
            },
          },
        },
      },
      { $sort: { _id: 1 } },
    ),
  ),
  dates: giving(
    [
      { _id: 1, y: 2024, m: 1, d: 15, h: 10, w: 2, iw: 3, iwy: 2024, iso: 1, s: '2024-01-15T10:30:00' },
      { _id: 2, y: 2024, m: 2, d: 1, h: 0, w: 5, iw: 5, iwy: 2024, iso: 4, s: '2024-02-01T00:00:00' },
      { _id: 3, y: 2024, m: 2, d: 29, h: 23, w: 5, iw: 9, iwy: 2024, iso: 4, s: '2024-02-29T23:59:59' },
      { _id: 4, y: 2024, m: 12, d: 30, h: 5, w: 2, iw: 1, iwy: 2025, iso: 1, s: '2024-12-30T05:00:00' },
    ],
    agg(
      sales,
      { $match: { at: { $exists: true } } },
      {
        $project: {
          y: { $year: '$at' },
          m: { $month: '$at' },
          d: { $dayOfMonth: '$at' },
          h: { $hour: '$at' },
          w: { $dayOfWeek: '$at' },
          iw: { $isoWeek: '$at' },
          iwy: { $isoWeekYear: '$at' },
          iso: { $isoDayOfWeek: '$at' },
          s: { $dateToString: { date: '$at', format: '%Y-%m-%dT%H:%M:%S' } },
        },
      },
      { $sort: { _id: 1 } },
    ),
  ),
  '$dateTrunc and $dateAdd': differing(
    'DocumentDB truncates some midnights to the day before',
    [
      { _id: 1, t: { $date: '2024-01-15T00:00:00Z' }, a: { $date: '2024-01-16T10:30:00Z' }, diff: 46 },
      { _id: 2, t: { $date: '2024-02-01T00:00:00Z' }, a: { $date: '2024-02-02T00:00:00Z' }, diff: 29 },
      { _id: 3, t: { $date: '2024-02-29T00:00:00Z' }, a: { $date: '2024-03-01T23:59:59Z' }, diff: 1 },
    ],
    agg(
      sales,
      { $match: { _id: { $lt: 4 } } },
      {
        $project: {
          t: { $dateTrunc: { date: '$at', unit: 'day' } },
          a: { $dateAdd: { startDate: '$at', unit: 'day', amount: 1 } },
          diff: { $dateDiff: { startDate: '$at', endDate: new Date('2024-03-01T00:00:00Z'), unit: 'day' } },
        },
      },
      { $sort: { _id: 1 } },
    ),
  ),
  'date time zones': giving(
    [
      { _id: 1, s: '2024-01-15 05', h: 16 },
      { _id: 2, s: '2024-01-31 19', h: 5 },
      { _id: 3, s: '2024-02-29 18', h: 5 },
      { _id: 4, s: '2024-12-30 00', h: 10 },
    ],
    agg(
      sales,
      { $match: { _id: { $lt: 5 } } },
      {
        $project: {
          s: { $dateToString: { date: '$at', format: '%Y-%m-%d %H', timezone: 'America/New_York' } },
          h: { $hour: { date: '$at', timezone: 'Asia/Kolkata' } },
        },
      },
      { $sort: { _id: 1 } },
    ),
  ),
  arithmetic: giving(
    [{ _id: 1, add: 10, sub: 5, div: 3.5, mod: 1, abs: 3, fl: 2, ce: 3, ro: 2.57, tr: 2, sq: 3, n: null }],
    agg([{ _id: 1, a: 7, b: 2 }], {
      $project: {
        add: { $add: ['$a', '$b', 1] },
        sub: { $subtract: ['$a', '$b'] },
        div: { $divide: ['$a', '$b'] },
        mod: { $mod: ['$a', '$b'] },
        abs: { $abs: -3 },
        fl: { $floor: 2.7 },
        ce: { $ceil: 2.1 },
        ro: { $round: [2.567, 2] },
        tr: { $trunc: 2.9 },
        sq: { $sqrt: 9 },
        n: { $add: ['$a', null] },
      },
    }),
  ),
  strings: giving(
    [
      {
        _id: 1,
        c: 'Hello Wörld!',
        lo: 'hello wörld',
        sub: 'Wör',
        len: 11,
        sp: ['Hello', 'Wörld'],
        tr: 'x',
        n: null,
        re: true,
        str: '5',
      },
    ],
    agg([{ _id: 1, s: 'Hello Wörld' }], {
      $project: {
        c: { $concat: ['$s', '!'] },
        lo: { $toLower: '$s' },
        sub: { $substrCP: ['$s', 6, 3] },
        len: { $strLenCP: '$s' },
        sp: { $split: ['$s', ' '] },
        tr: { $trim: { input: '  x ' } },
        n: { $concat: ['$s', null] },
        re: { $regexMatch: { input: '$s', regex: '^hell', options: 'i' } },
        str: { $toString: 5 },
      },
    }),
  ),
  arrays: giving(
    [
      {
        _id: 1,
        size: 3,
        el: 2,
        in: true,
        map: [6, 2, 4],
        fil: [3, 2],
        red: 6,
        sl: [3, 1],
        cat: [3, 1, 2, 9],
        kv: [
          { k: 'x', v: 1 },
          { k: 'y', v: 2 },
        ],
        max: 3,
        sum: 6,
        first: 3,
        rev: [2, 1, 3],
        sort: [1, 2, 3],
      },
    ],
    agg([{ _id: 1, a: [3, 1, 2], o: { x: 1, y: 2 } }], {
      $project: {
        size: { $size: '$a' },
        el: { $arrayElemAt: ['$a', -1] },
        in: { $in: [2, '$a'] },
        map: { $map: { input: '$a', as: 'v', in: { $multiply: ['$$v', 2] } } },
        fil: { $filter: { input: '$a', as: 'v', cond: { $gt: ['$$v', 1] } } },
        red: { $reduce: { input: '$a', initialValue: 0, in: { $add: ['$$value', '$$this'] } } },
        sl: { $slice: ['$a', 2] },
        cat: { $concatArrays: ['$a', [9]] },
        kv: { $objectToArray: '$o' },
        max: { $max: '$a' },
        sum: { $sum: '$a' },
        first: { $first: '$a' },
        rev: { $reverseArray: '$a' },
        sort: { $sortArray: { input: '$a', sortBy: 1 } },
      },
    }),
  ),
  '$arrayToObject and $let': giving(
    [{ _id: 1, o: { x: 1 }, l: 6, lit: '$a' }],
    agg([{ _id: 1, a: [{ k: 'x', v: 1 }] }], {
      $project: {
        o: { $arrayToObject: '$a' },
        l: { $let: { vars: { t: 5 }, in: { $add: ['$$t', 1] } } },
        lit: { $literal: '$a' },
      },
    }),
  ),
  'a path through an array in an expression': giving(
    [
      { _id: 5, s: [1, 5], m: 5, t: 6 },
      { _id: 6, s: [3], m: 3, t: 3 },
    ],
    agg(
      people,
      { $match: { _id: { $gte: 5 } } },
      { $project: { s: '$scores.s', m: { $max: '$scores.s' }, t: { $sum: '$scores.s' } } },
      { $sort: { _id: 1 } },
    ),
  ),
  '$match after $group': giving(
    [
      { _id: null, n: 2 },
      { _id: 'a', n: 2 },
    ],
    agg(sales, { $group: { _id: '$item', n: { $sum: 1 } } }, { $match: { n: { $gt: 1 } } }, { $sort: { _id: 1 } }),
  ),
  '$sort with mixed types in a pipeline': differing(
    'DocumentDB puts an empty array after null; the manual puts it before',
    [
      { _id: 12 },
      { _id: 11 },
      { _id: 5 },
      { _id: 20 },
      { _id: 18 },
      { _id: 15 },
      { _id: 0 },
      { _id: 10 },
      { _id: 1 },
      { _id: 2 },
      { _id: 19 },
      { _id: 17 },
      { _id: 4 },
      { _id: 3 },
      { _id: 16 },
      { _id: 9 },
      { _id: 14 },
      { _id: 8 },
      { _id: 6 },
      { _id: 7 },
      { _id: 13 },
    ],
    agg(mixed, { $addFields: { z: 1 } }, { $sort: { v: 1, _id: 1 } }, { $project: { _id: 1 } }),
  ),
  '$avg of nothing is null': giving(
    [{ _id: null, a: null, s: 0 }],
    agg(people, { $group: { _id: null, a: { $avg: '$name' }, s: { $sum: '$name' } } }),
  ),
  'sums of Longs and Doubles': giving(['Double', 'Long', 'Int32', '8'], {
    docs: ids(Long.fromNumber(5), 1, new Double(2)),
    run: async (c) => {
      const [sums] = await c
        .aggregate([{ $group: { _id: null, s: { $sum: '$v' }, m: { $max: '$v' }, f: { $sum: 1 } } }], {
          promoteValues: false,
        })
        .toArray();
      return [...typesOf(sums, 's', 'm', 'f'), String(sums?.s)];
    },
  }),
  'ISO weeks at the turn of the year': giving(
    [
      { _id: 1, y: 2025, w: 1, s: '2025-W01', z: 2025 },
      { _id: 2, y: 2020, w: 53, s: '2020-W53', z: 2021 },
      { _id: 3, y: 2021, w: 1, s: '2021-W01', z: 2021 },
      { _id: 4, y: 2020, w: 53, s: '2020-W53', z: 2020 },
    ],
    agg(
      [
        { _id: 1, at: new Date('2024-12-30T05:00:00Z') },
        { _id: 2, at: new Date('2021-01-03T23:00:00Z') },
        { _id: 3, at: new Date('2021-01-04T00:00:00Z') },
        { _id: 4, at: new Date('2020-12-31T12:00:00Z') },
      ],
      {
        $project: {
          y: { $isoWeekYear: '$at' },
          w: { $isoWeek: '$at' },
          s: { $dateToString: { date: '$at', format: '%G-W%V' } },
          z: { $isoWeekYear: { date: '$at', timezone: '+05:00' } },
        },
      },
      { $sort: { _id: 1 } },
    ),
  ),
  rounding: giving(
    [{ _id: 1, a: 2, b: 4, c: -2, d: -2.7, e: 1200, f: 0.62 }],
    agg([{ _id: 1 }], {
      $project: {
        a: { $round: [2.5, 0] },
        b: { $round: [3.5] },
        c: { $round: -2.5 },
        d: { $trunc: [-2.79, 1] },
        e: { $round: [1234.5, -2] },
        f: { $round: [0.615, 2] },
      },
    }),
  ),
  'division types and errors': giving(
    2,
    fails([{ _id: 1 }], (c) => c.aggregate([{ $project: { x: { $divide: [1, 0] } } }]).toArray()),
  ),
  'boolean operators': giving(
    [
      { _id: 1, a: true, o: true, n: false },
      { _id: 2, a: true, o: true, n: false },
      { _id: 3, a: false, o: true, n: true },
      { _id: 4, a: false, o: true, n: true },
      { _id: 5, a: true, o: true, n: false },
      { _id: 6, a: true, o: true, n: false },
    ],
    agg(
      people,
      { $project: { a: { $and: ['$age', true] }, o: { $or: ['$nope', 0, ''] }, n: { $not: ['$age'] } } },
      { $sort: { _id: 1 } },
    ),
  ),
  'cmp across types': giving(
    [{ _id: 1, a: 1, b: false, c: true, d: true, e: true, f: 'x', g: 5 }],
    agg([{ _id: 1, a: 'x', n: 5, z: null }], {
      $project: {
        a: { $cmp: ['$a', '$n'] },
        b: { $gt: ['$missing', '$z'] },
        c: { $lt: ['$missing', '$z'] },
        d: { $gt: ['$a', 9] },
        e: {
          $eq: [
            [1, 2],
            [1, 2],
          ],
        },
        f: { $max: ['$a', '$n'] },
        g: { $min: ['$z', '$n'] },
      },
    }),
  ),
  conversion: giving(
    [
      {
        _id: 1,
        s: '1970-01-02T00:00:00.000Z',
        d: 1.5,
        i: 42,
        l: 86400000,
        b: false,
        t: { $date: '1970-01-01T00:00:01Z' },
        n: null,
      },
    ],
    agg([{ _id: 1, s: '42', d: new Date(86400000) }], {
      $project: {
        i: { $toInt: '$s' },
        d: { $toDouble: '1.5' },
        l: { $toLong: '$d' },
        b: { $toBool: 0 },
        t: { $toDate: Long.fromNumber(1000) },
        s: { $toString: '$d' },
        n: { $toInt: '$nope' },
      },
    }),
  ),
  'set operators': giving(
    [{ _id: 1, u: 3, i: [2], d: [1], e: true, s: true }],
    agg([{ _id: 1, a: [1, 2, 2], b: [2, 3] }], {
      $project: {
        u: { $size: { $setUnion: ['$a', '$b'] } },
        i: { $setIntersection: ['$a', '$b'] },
        d: { $setDifference: ['$a', '$b'] },
        e: { $setEquals: ['$a', [2, 1]] },
        s: { $setIsSubset: [[2], '$a'] },
      },
    }),
  ),
  'range indexOf last': giving(
    [
      {
        _id: 1,
        r: [0, 2, 4],
        i: 1,
        l: 7,
      },
    ],
    agg([{ _id: 1, a: [5, 6, 7] }], {
      $project: {
        r: { $range: [0, 6, 2] },
        i: { $indexOfArray: ['$a', 6] },
        l: { $last: '$a' },
      },
    }),
  ),
  'date parts': giving(
    [
      {
        _id: 1,
        p: { $date: '2024-05-06T00:00:00Z' },
        q: { hour: 7, minute: 8, second: 9, millisecond: 123, year: 2024, month: 5, day: 6 },
      },
    ],
    agg([{ _id: 1 }], {
      $project: {
        p: { $dateFromParts: { year: 2024, month: 5, day: 6 } },
        q: { $dateToParts: { date: new Date('2024-05-06T07:08:09.123Z') } },
      },
    }),
  ),
  '$unset then $group over $facet': giving(
    [
      { _id: '2024-01', q: 2 },
      { _id: '2024-02', q: 6 },
    ],
    agg(
      sales,
      { $match: { _id: { $lte: 3 } } },
      { $group: { _id: { $dateToString: { date: '$at', format: '%Y-%m' } }, q: { $sum: '$qty' } } },
      { $sort: { _id: 1 } },
    ),
  ),
  'group with $mergeObjects': giving(
    [{ _id: null, m: { item: 'b' } }],
    agg(
      sales,
      { $match: { _id: { $lte: 2 } } },
      { $sort: { _id: 1 } },
      { $group: { _id: null, m: { $mergeObjects: { item: '$item' } } } },
    ),
  ),
};
