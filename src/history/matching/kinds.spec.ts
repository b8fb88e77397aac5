import { play, START } from '../testing/arbitraries';
import { RememberedHistory, type Reports } from '../testing/remembered-history';
import type { Play } from '../play.schema';
import { PlayMatcher } from './play-matcher';
import type { ReportedPlay } from './reported-play';

const MINUTE_MS = 60_000;
const A = 'A'.repeat(22);
const B = 'B'.repeat(22);

const at = (ms: number, change: Partial<ReportedPlay> = {}): ReportedPlay => play({ playedAt: START + ms, ...change });
const feed = (...plays: ReportedPlay[]): Reports => ({ source: 'api', plays });
const extended = (...plays: ReportedPlay[]): Reports => ({ source: 'extended', plays });
/** By name, in the minute that begins then. */
const account = (...plays: ReportedPlay[]): Reports => ({
  source: 'account',
  plays: plays.map((each) => ({ ...each, trackId: null })),
});

let history: RememberedHistory;
beforeEach(() => {
  history = new RememberedHistory();
});

const times = (): number[] => history.plays.map((each) => Date.parse(each.at) - START);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** The same rows, and how often something of them has been read. */
function countingReads(rows: readonly Play[]): { rows: Play[]; reads: () => number } {
  let reads = 0;
  const get = (row: Play, field: string | symbol): unknown => {
    reads += 1;
    return Reflect.get(row, field);
  };
  return { rows: rows.map((row) => new Proxy(row, { get })), reads: () => reads };
}

describe('account data', () => {
  it('means every time under which a play was seen by its minute, in whatever order the sources arrive', () => {
    const sources = [feed(at(-300)), extended(at(2_000)), account(at(0))];
    for (const order of permutations(sources)) {
      const each = new RememberedHistory();
      for (const source of order) each.load(source);
      expect(each.plays).toEqual([{ track: A, at: new Date(START - 300).toISOString(), ms: 200_000 }]);
    }
  });

  it('joins two plays that no one source has both reported, and says so', () => {
    history.load(feed(at(-20_000)));
    expect(history.load(account(at(0)))).toEqual(['stored']);
    expect(history.load(extended(at(5_000)))).toEqual(['merged']);
    expect(history.joined).toBe(1);
    expect(times()).toEqual([-20_000]);
  });

  it('has two plays in a minute whose lengths differ, and one where they do not', () => {
    const file = account(at(0, { msPlayed: 5_100 }), at(0, { msPlayed: 6_800 }), at(0, { msPlayed: 5_100 }));
    expect(history.load(file)).toEqual(['stored', 'stored', 'duplicate']);
    expect(times()).toEqual([0, 1]);
    expect(history.load(file)).toEqual(['duplicate', 'duplicate', 'duplicate']);
  });

  it('has the longer plays of a minute after the shorter ones, whatever the order in which they come', () => {
    const lengths = [31_000, 201_000, 5_000];
    for (const order of permutations(lengths)) {
      const each = new RememberedHistory();
      for (const msPlayed of order) each.load(account(at(0, { msPlayed })));
      expect(each.plays.map(({ ms }) => ms)).toEqual([5_000, 31_000, 201_000]);
    }
  });

  it('joins no rows where the longer record of a play only changes which row it is', () => {
    history.load(extended(at(0, { msPlayed: 31_000 })));
    history.load(account(at(0, { msPlayed: 31_000 }), at(0, { msPlayed: 201_000 })));
    expect(history.load(extended(at(0, { msPlayed: 201_000 })))).toEqual(['duplicate']);
    expect(history.plays.map(({ ms }) => ms)).toEqual([201_000, 31_000]);
    expect(history.joined).toBe(0);
  });

  it('is compared with few rows of its minute, however many lengths that has, which no listening has', () => {
    const [some, more] = [200, 800].map((lengths) => {
      const file = account(...Array.from({ length: lengths }, (_, index) => at(0, { msPlayed: 1_000 + index })));
      const each = new RememberedHistory();
      each.rows = each.match(file).added.map(({ row }) => row);
      const { rows, reads } = countingReads(each.rows);
      each.rows = rows;
      expect(new Set(each.match(file).outcomes)).toEqual(new Set(['duplicate']));
      return reads();
    });
    // Of each with each it would be sixteen times as much.
    expect(more).toBeLessThan((some ?? 0) * 5);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('belongs to the plays of its lengths, loaded %s the extended history', (_, isFirst) => {
    const minute = account(at(0, { msPlayed: 5_100 }), at(0, { msPlayed: 6_800 }));
    const exact = extended(at(8_000, { msPlayed: 6_800 }), at(21_000, { msPlayed: 5_100 }));
    for (const file of isFirst ? [minute, exact] : [exact, minute]) history.load(file);
    expect(history.plays.map(({ ms }) => ms)).toEqual([6_800, 5_100]);
    expect(history.rows.every(({ seen }) => seen.account !== undefined)).toBe(true);
    expect(history.rows.map(({ reported_ms, ms_played }) => reported_ms?.account === ms_played)).toEqual([true, true]);
    for (const file of [minute, exact]) expect(history.load(file)).toEqual(['duplicate', 'duplicate']);
  });

  it('prefers a free play of its length to a nearer one of another', () => {
    history.load(extended(at(1_000, { msPlayed: 40_000 }), at(50_000, { msPlayed: 45_000 })));
    history.load(account(at(0, { msPlayed: 45_000 })));
    expect(history.rows.find(({ seen }) => seen.account !== undefined)?.ms_played).toBe(45_000);
  });

  it('knows a play that the extended history has under the name of the album’s artist', () => {
    history.load(feed(at(0, { artistName: 'Singer' })));
    history.load(extended(at(500, { artistName: 'Various Artists' })));
    expect(history.load(account(at(0, { artistName: 'Various Artists' })))).toEqual(['merged']);
    expect(history.rows).toMatchObject([{ track: { artist_name: 'Singer' }, artist_key: 'singer' }]);
  });
});

describe('the extended history', () => {
  it('has one play of a track at one time, which lasted for the longer', () => {
    expect(history.load(extended(at(0, { msPlayed: 31_000 })))).toEqual(['stored']);
    expect(history.load(extended(at(0, { msPlayed: 201_000 })))).toEqual(['duplicate']);
    expect(history.load(extended(at(0, { msPlayed: 31_000 })))).toEqual(['duplicate']);
    expect(history.plays).toMatchObject([{ ms: 201_000 }]);
  });

  it('has one play of a relinked track at one second, under the smaller id or that of the feed', () => {
    expect(history.load(extended(at(0, { trackId: B }), at(0)))).toEqual(['stored', 'duplicate']);
    expect(history.plays).toMatchObject([{ track: A }]);
    history.load(feed(at(700, { trackId: B })));
    expect(history.plays).toMatchObject([{ track: B }]);
    expect(history.load(extended(at(0), at(0, { trackId: B })))).toEqual(['duplicate', 'duplicate']);
  });

  it('knows a record without an id by its names, in either order', () => {
    const [old, today] = [extended(at(0, { trackId: null })), extended(at(0))];
    for (const [first, second] of [
      [old, today],
      [today, old],
    ] as const) {
      const each = new RememberedHistory();
      each.load(first);
      expect(each.load(second)).toEqual(['duplicate']);
      expect(each.plays).toMatchObject([{ track: A }]);
      expect(each.load(first)).toEqual(['duplicate']);
    }
  });

  it('keeps a local file and a stream of the same names apart when their times differ', () => {
    expect(history.load(extended(at(0, { trackId: null }), at(40_000)))).toEqual(['stored', 'stored']);
  });

  it.each([
    ['the extended history', extended(at(0))],
    ['the feed', feed(at(300))],
  ])('gets the names that it lacks from %s', (_, named) => {
    history.load(extended(at(0, { trackName: '', artistName: '', albumName: '' })));
    expect(history.load(named)).not.toEqual(['stored']);
    expect(history.rows).toMatchObject([
      { track: { name: 'Song', artist_name: 'Band', album_name: 'Album' }, artist_key: 'band', track_key: 'song' },
    ]);
  });

  it('leaves names as they are when it comes without them', () => {
    history.load(feed(at(300)));
    history.load(extended(at(0, { trackName: '', artistName: '', albumName: '' })));
    expect(history.rows).toMatchObject([{ track: { name: 'Song', artist_name: 'Band', album_name: 'Album' } }]);
  });
});

describe('the feed', () => {
  it('may report a play again less than 2 s later', () => {
    expect(history.load(feed(at(0), at(700)))).toEqual(['stored', 'duplicate']);
    expect(history.load(feed(at(700), at(1_999), at(2_000)))).toEqual(['duplicate', 'duplicate', 'stored']);
    expect(times()).toEqual([0, 2_000]);
  });

  it('may date a play by its start, whichever source comes first', () => {
    const start = feed(at(0, { durationMs: 230_000 }));
    const end = extended(at(200_500));
    const minute = account(at(3 * MINUTE_MS));
    for (const order of permutations([start, end, minute])) {
      const each = new RememberedHistory();
      for (const source of order) each.load(source);
      expect(each.plays).toEqual([{ track: A, at: new Date(START + 200_500).toISOString(), ms: 200_000 }]);
      for (const source of order) expect(each.load(source)).toEqual(['duplicate']);
    }
  });

  it('dates a play by its end where a source knows that end', () => {
    history.load(extended(at(200_000), at(400_000)));
    expect(history.load(feed(at(0), at(200_100), at(400_200)))).toEqual(['stored', 'merged', 'merged']);
    expect(times()).toEqual([0, 200_100, 400_200]);
  });
});

describe('our own archive', () => {
  it('brings all that is kept of a play that one source has reported', () => {
    const known = { contextUri: 'list', durationMs: 180_000 };
    const archived = { source: 'api', reports: [{ ...at(0, { msPlayed: null, ...known }), source: 'api' }] } as const;
    history.load(extended(at(0, { msPlayed: null, archived })));
    expect(history.rows).toMatchObject([
      { ms_played: null, source: 'api', context_uri: 'list', track: { duration_ms: 180_000 } },
    ]);
    expect(history.rows[0]?.seen).toEqual({ api: new Date(START) });
  });
});

describe('a song over and over', () => {
  const loop = Array.from({ length: 300 }, (_, index) => index * 45_000);
  const early = feed(...loop.map((end) => at(end - 30_000)));
  const exact = extended(...loop.map((end) => at(end, { msPlayed: 45_000 })));

  it.each([
    ['the feed, then the export', [early, exact]],
    ['the export, then the feed', [exact, early]],
  ])('is as many plays as there were, though the nearest is another one: %s', (_, files) => {
    for (const file of files) history.load(file, 7);
    expect(times()).toEqual(loop.map((end) => end - 30_000));
    expect(history.rows.map(({ seen }) => Number(seen.extended) - Number(seen.api))).toEqual(loop.map(() => 30_000));
    for (const file of files) expect(new Set(history.load(file))).toEqual(new Set(['duplicate']));
  });

  it('asks for the rows around in a few rounds, however long the chain of them is', () => {
    history.load(early);
    const take = jest.spyOn(PlayMatcher.prototype, 'take');
    history.load({ ...exact, plays: exact.plays.slice(-10) });
    expect(take.mock.calls.length).toBeLessThanOrEqual(5);
    take.mockRestore();
  });
});
