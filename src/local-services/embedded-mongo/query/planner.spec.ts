import { BSONRegExp } from 'bson';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Doc } from '../bson/value';
import { encode } from '../bson/encode';
import { Collection } from '../storage/collection';
import { parseIndexSpec } from '../storage/index-spec';
import { Store } from '../storage/store';
import { parseFilter } from './filter';
import { planQuery } from './planner';
import { countKeys } from './scan-cursor';
import { parseSort } from './sort-spec';

const INDEXES: Doc[] = [
  { key: { user: 1, at: -1, _id: -1 } },
  { key: { user: 1, artist: 1, at: -1 } },
  { key: { user: 1, track: 1, at: 1 }, unique: true },
  { key: { lane: 1, user: 1 }, partialFilterExpression: { status: { $in: ['pending', 'running'] } } },
  { key: { seen: 1 }, partialFilterExpression: { seen: { $gt: 10 } } },
  { key: { code: 1 }, sparse: true },
  { key: { tags: 1 } },
  { key: { kind: 1 } },
  { key: { serial: 1 } },
];

describe('planQuery', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planner-'));
  let store: Store;
  let plays: Collection;

  beforeAll(async () => {
    store = await Store.open(folder);
    plays = store.findOrCreate('app', 'plays');
    for (const spec of INDEXES) store.createIndex(plays, parseIndexSpec(spec));
    store.transaction(() => {
      for (let n = 0; n < 50; n++) {
        plays.insert(
          encode({
            _id: n,
            user: `u${n % 2}`,
            artist: `a${n % 5}`,
            track: n,
            at: new Date(n),
            tags: [n, n + 1],
            kind: 'k',
            serial: n,
          }),
        );
      }
    });
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test.each<[string, Doc, Doc, string, boolean]>([
    ['the field of which fewer documents have the value', { kind: 'k', serial: 3 }, {}, 'serial_1', true],
    ['one value of _id', { _id: 1, user: 'u' }, {}, '_id', true],
    ['a range of _id', { _id: { $gt: 1 } }, { _id: -1 }, '_id', true],
    ['the longest run of single values', { user: 'u', artist: 'a' }, {}, 'user_1_artist_1_at_-1', true],
    ['a range after single values', { user: 'u', at: { $gte: new Date(3) } }, { at: 1 }, 'user_1_at_-1__id_-1', true],
    ['the order asked for', { user: 'u' }, { at: -1, _id: -1 }, 'user_1_at_-1__id_-1', true],
    ['the order asked for, backwards', { user: 'u' }, { at: 1, _id: 1 }, 'user_1_at_-1__id_-1', true],
    ['an order that no index has', { user: 'u' }, { at: -1, _id: 1 }, 'user_1_at_-1__id_-1', false],
    ['the order behind a single value', { user: 'u', artist: 'a' }, { at: 1 }, 'user_1_artist_1_at_-1', true],
    [
      'several values before the order',
      { user: 'u', artist: { $in: ['a', 'b'] } },
      { at: -1 },
      'user_1_artist_1_at_-1',
      false,
    ],
    [
      'a unique index held to single values',
      { user: 'u', track: 1, at: new Date(1), artist: 'a' },
      {},
      'user_1_track_1_at_1',
      true,
    ],
    ['a partial index whose condition is met', { lane: 'sync', status: 'running' }, {}, 'lane_1_user_1', true],
    ['no partial index whose condition may fail', { lane: 'sync' }, {}, 'COLLSCAN', true],
    [
      'no partial index for values beyond its condition',
      { lane: 'sync', status: { $in: ['running', 'done'] } },
      {},
      'COLLSCAN',
      true,
    ],
    ['a partial index for a narrower range', { seen: { $gte: 11 } }, {}, 'seen_1', true],
    ['no partial index for a wider range', { seen: { $gte: 10 } }, {}, 'COLLSCAN', true],
    ['a sparse index for a value', { code: 'x' }, {}, 'code_1', true],
    ['no sparse index for null', { code: null }, {}, 'COLLSCAN', true],
    ['no index for an order with arrays', {}, { tags: 1 }, 'COLLSCAN', false],
    ['no index for nothing', { other: 1 }, {}, 'COLLSCAN', true],
  ])('takes %s', (_what, filter, sort, expected, sorted) => {
    const plan = planQuery(plays, parseFilter(filter), parseSort(sort));
    expect(plan.scans).toHaveLength(1);
    const [scan] = plan.scans;
    const bounded = scan && (scan.equalities > 0 || scan.ranged);
    expect(scan?.index?.name ?? (bounded ? '_id' : 'COLLSCAN')).toBe(expected);
    expect(plan.sort).toHaveLength(sorted ? 0 : Object.keys(sort).length);
  });

  test('takes an index for each branch of an $or', () => {
    const filter = { $or: [{ user: 'u1', artist: 'a1' }, { tags: 3 }] };
    const { scans, sort } = planQuery(plays, parseFilter(filter), parseSort({ at: 1 }));
    expect(scans.map((scan) => scan.index?.name)).toEqual(['user_1_artist_1_at_-1', 'tags_1']);
    expect(sort).toHaveLength(1);
  });

  test('reads the whole collection when a branch of an $or has no index', () => {
    const { scans } = planQuery(plays, parseFilter({ $or: [{ user: 'u1' }, { other: 3 }] }), []);
    expect(scans.map((scan) => scan.index)).toEqual([undefined]);
  });

  test.each<[Doc, number]>([
    [{ user: 'u1' }, 25],
    [{ user: 'u1', at: { $gt: new Date(10), $lte: new Date(20) } }, 5],
    [{ user: 'u1', artist: { $in: ['a1', 'a3'] } }, 10],
    [{ _id: { $lt: 7 } }, 7],
  ])('counts %j from the keys alone', (filter, expected) => {
    const plan = planQuery(plays, parseFilter(filter), []);
    expect(plan.scans.map((scan) => scan.exact)).toEqual([true]);
    expect(countKeys(plan)).toBe(expected);
  });

  test('does not enumerate all combinations of many values of two fields', () => {
    const names = (letter: string): string[] => Array.from({ length: 60 }, (_, n) => `${letter}${n}`);
    const { scans } = planQuery(plays, parseFilter({ user: { $in: names('u') }, artist: { $in: names('a') } }), []);
    expect(scans.map(({ ranges, exact }) => [ranges.length, exact])).toEqual([[60, false]]);
  });

  test.each<Doc>([{ user: null }, { tags: 3 }, { user: 'u1', other: 1 }, { user: new BSONRegExp('^u') }])(
    'looks at the documents for %j',
    (filter) => {
      expect(planQuery(plays, parseFilter(filter), []).scans[0]?.exact).toBe(false);
    },
  );

  test('takes the index that a hint names, and refuses one that there is not', () => {
    const filter = parseFilter({ user: 'u1' });
    expect(planQuery(plays, filter, [], 'tags_1').scans[0]?.index?.name).toBe('tags_1');
    expect(planQuery(plays, filter, [], { tags: 1 }).scans[0]?.index?.name).toBe('tags_1');
    expect(() => planQuery(plays, filter, [], 'nope')).toThrow(/hint/);
  });
});
