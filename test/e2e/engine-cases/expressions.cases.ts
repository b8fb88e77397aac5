import { Double, Int32, Long, ObjectId } from 'mongodb';
import { type Case, type Cases, differing, fails, giving, type Rows, typesOf } from './case';

const DAY = new Date('2024-12-31T22:58:59.123Z');

/** The values of some expressions over one document. */
function values(doc: object, expressions: Record<string, unknown>): Case {
  const pipeline = [{ $project: { _id: 0, ...expressions } }];
  return { docs: [{ _id: 1, ...doc }], run: (rows) => rows.aggregate(pipeline).next() };
}

/** BSON's names of the types of their values. */
function types(doc: object, expressions: Record<string, unknown>): Case {
  const run = async (rows: Rows): Promise<unknown> => {
    const [row] = await rows.aggregate([{ $project: expressions }], { promoteValues: false }).toArray();
    return typesOf(row, ...Object.keys(expressions));
  };
  return { docs: [{ _id: 1, ...doc }], run };
}

const refused = (expression: object): Case =>
  fails([{ _id: 1, a: 'x', n: 1 }], (rows) => rows.aggregate([{ $project: { x: expression } }]).toArray());

export const expressions: Cases = {
  'parts of a date': giving(
    { y: 366, m: 58, s: 59, ms: 123, w: 52, iw: 1, iwy: 2025 },
    values(
      { at: DAY },
      {
        y: { $dayOfYear: '$at' },
        m: { $minute: '$at' },
        s: { $second: '$at' },
        ms: { $millisecond: '$at' },
        w: { $week: '$at' },
        iw: { $isoWeek: '$at' },
        iwy: { $isoWeekYear: '$at' },
      },
    ),
  ),
  'parts of a date in a time zone': giving(
    { y: 2025, d: 1, h: 7, m: 58 },
    values(
      { at: DAY },
      {
        y: { $year: { date: '$at', timezone: '+09:00' } },
        d: { $dayOfYear: { date: '$at', timezone: 'Asia/Tokyo' } },
        h: { $hour: { date: '$at', timezone: 'Asia/Tokyo' } },
        m: { $minute: { date: '$at', timezone: 'Asia/Tokyo' } },
      },
    ),
  ),
  'dates by the calendar of a time zone': giving(
    {
      a: { $date: '2024-03-31T22:30:00Z' },
      m: { $date: '2024-02-29T12:00:00Z' },
      w: { $date: '2024-03-24T00:00:00Z' },
      d: 1,
      q: 1,
      s: '2024-03-31 00:30 +0100 091 1',
      f: { $date: '2023-12-31T23:00:00Z' },
      back: { $date: '2023-11-30T00:00:00Z' },
    },
    values(
      { at: new Date('2024-03-30T23:30:00Z') },
      {
        a: { $dateAdd: { startDate: '$at', unit: 'day', amount: 1, timezone: 'Europe/Berlin' } },
        m: { $dateAdd: { startDate: new Date('2024-01-31T12:00:00Z'), unit: 'month', amount: 1 } },
        w: { $dateTrunc: { date: '$at', unit: 'week' } },
        d: { $dateDiff: { startDate: '$at', endDate: new Date('2024-03-31T00:00:00Z'), unit: 'day' } },
        q: { $dateDiff: { startDate: '$at', endDate: new Date('2024-04-01T00:00:00Z'), unit: 'quarter' } },
        s: { $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M %z %j %w', timezone: 'Europe/Berlin' } },
        f: { $dateFromParts: { year: 2024, timezone: 'Europe/Berlin' } },
        back: { $dateFromParts: { year: 2024, month: 0, day: 0 } },
      },
    ),
  ),
  'a day cut off in a time zone': differing(
    'DocumentDB truncates some midnights to the day before',
    { t: { $date: '2024-03-30T23:00:00Z' } },
    values(
      { at: new Date('2024-03-30T23:30:00Z') },
      { t: { $dateTrunc: { date: '$at', unit: 'day', timezone: 'Europe/Berlin' } } },
    ),
  ),
  'an unknown time zone fails': differing(
    'DocumentDB has a code of its own for each error in an expression',
    2,
    refused({ $hour: { date: new Date(0), timezone: 'Nowhere' } }),
  ),
  'parts of no date': giving(
    { y: null, m: null, s: null },
    values({ n: null }, { y: { $year: '$n' }, m: { $month: '$missing' }, s: { $dateToString: { date: '$n' } } }),
  ),
  'dates subtracted': giving(
    { d: { $date: '2024-12-29T22:58:59.123Z' }, ms: 86400000, e: { $date: '2024-12-31T22:58:58.123Z' } },
    values(
      { at: DAY },
      {
        d: { $dateSubtract: { startDate: '$at', unit: 'day', amount: 2 } },
        ms: { $subtract: ['$at', new Date(DAY.getTime() - 86_400_000)] },
        e: { $subtract: ['$at', 1000] },
      },
    ),
  ),
  'all and any': giving(
    { all: false, any: true, none: false, empty: true },
    values(
      { a: [1, 0], z: [0, null, false] },
      {
        all: { $allElementsTrue: ['$a'] },
        any: { $anyElementTrue: ['$a'] },
        none: { $anyElementTrue: ['$z'] },
        empty: { $allElementsTrue: [[]] },
      },
    ),
  ),
  'averages and comparisons': giving(
    { avg: 2, none: null, ne: true, lte: true, mixed: 1.5 },
    values(
      { a: [1, 3] },
      {
        avg: { $avg: '$a' },
        none: { $avg: '$missing' },
        ne: { $ne: ['$a', 1] },
        lte: { $lte: [1, 1.0] },
        mixed: { $avg: [1, 2, 'x'] },
      },
    ),
  ),
  'types of values': giving(
    {
      i: 'int',
      l: 'long',
      d: 'double',
      s: 'string',
      m: 'missing',
      n: 'null',
      a: 'array',
      is: true,
      no: false,
      list: true,
    },
    values(
      { i: new Int32(1), l: Long.fromNumber(1), d: new Double(1), n: null },
      {
        i: { $type: '$i' },
        l: { $type: '$l' },
        d: { $type: '$d' },
        s: { $type: 'x' },
        m: { $type: '$missing' },
        n: { $type: '$n' },
        a: { $type: [[1]] },
        is: { $isNumber: '$l' },
        no: { $isNumber: '$n' },
        list: { $isArray: [[1]] },
      },
    ),
  ),
  strings: giving(
    { l: 'x ', r: ' x', all: 'b-b-', one: 'b-a-', bytes: 2, cmp: 0, less: -1, chars: 'b' },
    values(
      {},
      {
        l: { $ltrim: { input: ' x ' } },
        r: { $rtrim: { input: ' x ' } },
        all: { $replaceAll: { input: 'a-a-', find: 'a', replacement: 'b' } },
        one: { $replaceOne: { input: 'a-a-', find: 'a', replacement: 'b' } },
        bytes: { $strLenBytes: 'é' },
        cmp: { $strcasecmp: ['ABC', 'abc'] },
        less: { $strcasecmp: ['a', 'b'] },
        chars: { $trim: { input: 'aba', chars: 'a' } },
      },
    ),
  ),
  'sums keep types': giving(
    ['Int32', 'Long', 'Double', 'Long', 'Double', 'Double', 'Double', 'Int32', 'Double', 'Long'],
    types(
      { i: new Int32(1), l: Long.fromNumber(1), d: new Double(1), big: new Int32(2147483647) },
      {
        a: { $add: ['$i', '$i'] },
        b: { $add: ['$i', '$l'] },
        c: { $add: ['$i', '$d'] },
        e: { $add: ['$big', '$i'] },
        f: { $multiply: ['$l', '$d'] },
        g: { $divide: ['$i', '$i'] },
        h: { $subtract: ['$d', '$i'] },
        j: { $abs: '$i' },
        k: { $floor: '$d' },
        m: { $mod: ['$l', '$i'] },
      },
    ),
  ),
  'whole numbers beyond 2^53 stay exact': giving(
    { a: '9007199254740994', m: '9007199254740993' },
    {
      docs: [{ _id: 1, n: Long.fromString('9007199254740993') }],
      run: async (rows) => {
        const pipeline = [{ $project: { _id: 0, a: { $add: ['$n', 1] }, m: { $max: ['$n', 0] } } }];
        const [row] = await rows.aggregate(pipeline, { promoteValues: false }).toArray();
        return { a: String(row?.a), m: String(row?.m) };
      },
    },
  ),
  'null comes before what is behind it': giving([null, 'refused', null], {
    docs: [{ _id: 1 }],
    run: (rows) => {
      const made = (x: unknown): Promise<unknown> =>
        rows
          .aggregate([{ $project: { x } }])
          .next()
          .then(
            (row) => row?.x as unknown,
            () => 'refused',
          );
      return Promise.all([{ $add: [null, 'a'] }, { $concatArrays: ['a', null] }, { $concat: [null, 1] }].map(made));
    },
  }),
  'minus zero keeps its sign and type': giving(
    ['Double', 'Double'],
    types({}, { f: { $floor: -0.0 }, s: { $sum: [-0.0] } }),
  ),
  'a path passes over arrays in arrays': giving({ p: [3] }, values({ a: [1, [{ b: 2 }], { b: 3 }] }, { p: '$a.b' })),
  'zero of any type is false': giving(
    { d: 'no', l: 'no', n: true },
    values(
      { d: new Double(0), l: Long.fromNumber(0) },
      { d: { $cond: ['$d', 'yes', 'no'] }, l: { $cond: ['$l', 'yes', 'no'] }, n: { $not: ['$d'] } },
    ),
  ),
  'variables nest': giving(
    {
      out: [
        [11, 21],
        [12, 22],
      ],
    },
    values(
      { a: [1, 2], b: [10, 20] },
      {
        out: { $map: { input: '$a', as: 'x', in: { $map: { input: '$b', as: 'y', in: { $add: ['$$x', '$$y'] } } } } },
      },
    ),
  ),
  'an unknown variable fails': differing(
    'DocumentDB has a code of its own for each error in an expression',
    2,
    refused({ $add: ['$$nope', 1] }),
  ),
  'an operator that the engine lacks fails': differing(
    'DocumentDB has a code of its own for each error in an expression',
    2,
    refused({ $toHashedIndexKey: '$n' }),
  ),
  'adding a string fails': differing(
    'DocumentDB has a code of its own for each error in an expression',
    2,
    refused({ $add: ['$a', 1] }),
  ),
  'ids as strings and times': giving(
    { s: '000000010000000000000000', t: { $date: '1970-01-01T00:00:01Z' }, b: 'true', n: '1.5' },
    values(
      { id: new ObjectId('000000010000000000000000') },
      { s: { $toString: '$id' }, t: { $toDate: '$id' }, b: { $toString: true }, n: { $toString: 1.5 } },
    ),
  ),
};
