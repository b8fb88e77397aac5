import fc from 'fast-check';
import { Types } from 'mongoose';
import { nameId } from '../../catalogue/name-id';
import { crowdedReports, listening, namedElsewhere, play, START } from '../testing/arbitraries';
import { RememberedHistory, type Reports } from '../testing/remembered-history';
import type { PlaySource } from '../play-source';
import type { ReportedPlay } from './reported-play';

const A = 'A'.repeat(22);
const B = 'B'.repeat(22);

describe('the same play reported twice', () => {
  it.each<[string, PlaySource, number, PlaySource, number, 'stored' | 'merged' | 'duplicate']>([
    ['the same source, the same time', 'extended', 0, 'extended', 0, 'duplicate'],
    ['the same source, a millisecond later', 'extended', 0, 'extended', 1, 'stored'],
    ['extended 60 s after the feed', 'api', 0, 'extended', 60_000, 'merged'],
    ['extended 60.001 s after the feed', 'api', 0, 'extended', 60_001, 'stored'],
    ['extended 60 s before the feed', 'api', 60_000, 'extended', 0, 'merged'],
    ['feed 61 s after extended', 'extended', 0, 'api', 61_000, 'stored'],
    ['account data, at the beginning of its minute', 'extended', 0, 'account', 0, 'merged'],
    ['account data, at the end of its minute', 'extended', 59_999, 'account', 0, 'merged'],
    ['account data, in the minute after', 'extended', 60_000, 'account', 0, 'stored'],
    ['account data, in the minute before', 'extended', 0, 'account', 60_000, 'stored'],
    ['extended in the minute of account data', 'account', 0, 'extended', 59_999, 'merged'],
    ['extended before the minute of account data', 'account', 60_000, 'extended', 59_999, 'stored'],
  ])('%s', (_, firstSource, first, secondSource, second, outcome) => {
    const history = new RememberedHistory();
    history.load({ source: firstSource, plays: [play({ playedAt: START + first })] });
    expect(history.load({ source: secondSource, plays: [play({ playedAt: START + second })] })).toEqual([outcome]);
    expect(history.rows).toHaveLength(outcome === 'stored' ? 2 : 1);
  });

  it.each([
    ['another id, the same names in other letters', { trackId: B, trackName: ' sONG' }, 'merged'],
    ['another id, another name', { trackId: B, trackName: 'Song 2' }, 'stored'],
    ['another id, another artist', { trackId: B, artistName: 'Other' }, 'stored'],
    ['the same id, other names', { trackName: 'Remastered', artistName: 'Other' }, 'merged'],
    ['another id, no name on either side', { trackId: B, trackName: '', artistName: '' }, 'stored'],
  ] as const)('%s', (_, change, outcome) => {
    const history = new RememberedHistory();
    const nameless = 'trackName' in change && change.trackName === '';
    history.load({ source: 'api', plays: [play(nameless ? { trackName: '', artistName: '' } : {})] });
    expect(history.load({ source: 'extended', plays: [play(change)] })).toEqual([outcome]);
  });
});

describe('a merge', () => {
  it('fills in what the feed does not tell, and keeps where the play came from', () => {
    const history = new RememberedHistory();
    history.load({ source: 'api', plays: [play({ msPlayed: null, albumName: '', playedAt: START + 250 })] });
    history.load({ source: 'extended', plays: [play({ msPlayed: 1234 })] });
    expect(history.rows).toMatchObject([
      {
        ms_played: 1234,
        source: 'api',
        track: { platform_id: A, album_name: 'Album' },
        played_at: new Date(START + 250),
        seen: { api: new Date(START + 250), extended: new Date(START) },
      },
    ]);
  });

  it('replaces an id made of names by the real one, and the minute by the second', () => {
    const history = new RememberedHistory();
    history.load({ source: 'account', plays: [play({ trackId: null })] });
    expect(history.plays).toMatchObject([{ track: nameId('Band', 'Song') }]);
    history.load({ source: 'extended', plays: [play({ playedAt: START + 42_000 })] });
    expect(history.plays).toEqual([{ track: A, at: new Date(START + 42_000).toISOString(), ms: 200_000 }]);
    expect(history.load({ source: 'account', plays: [play({ trackId: null })] })).toEqual(['duplicate']);
  });

  it('takes the nearest of several plays', () => {
    const history = new RememberedHistory();
    history.load({ source: 'extended', plays: [0, 20_000, 50_000].map((ms) => play({ playedAt: START + ms })) });
    history.load({ source: 'api', plays: [play({ playedAt: START + 24_000 })] });
    expect(history.rows.find((row) => row.seen.api !== undefined)?.seen.extended).toEqual(new Date(START + 20_000));
  });

  it('pairs anew what fits better, and loses nothing by it', () => {
    const history = new RememberedHistory();
    const minute = (at: number): Reports => ({ source: 'account', plays: [play({ trackId: null, playedAt: at })] });
    history.load(minute(START));
    history.load({ source: 'extended', plays: [play({ playedAt: START + 59_000 })] });
    expect(history.load({ source: 'api', plays: [play({ playedAt: START + 61_000 })] })).toEqual(['merged']);
    expect(history.load(minute(START + 60_000))).toEqual(['stored']);
    expect(history.load({ source: 'extended', plays: [play({ playedAt: START + 61_000 })] })).toEqual(['merged']);
    const at = (ms: number): Date => new Date(START + ms);
    expect(history.rows.map(({ seen }) => seen).sort((a, b) => Number(a.extended) - Number(b.extended))).toEqual([
      { extended: at(59_000), account: at(0) },
      { api: at(61_000), extended: at(61_000), account: at(60_000) },
    ]);
  });

  it('keeps an id made of names while sources know only names, in whatever letters', () => {
    const history = new RememberedHistory();
    const spellings = ['Song', 'SONG '].map((trackName) => play({ trackId: null, trackName }));
    const [first = play(), second = play()] = spellings;
    history.load({ source: 'account', plays: [second] });
    expect(history.load({ source: 'api', plays: [first] })).toEqual(['merged']);
    expect(history.plays).toMatchObject([{ track: nameId('Band', 'Song') }]);
    expect(history.load({ source: 'account', plays: spellings })).toEqual(['duplicate', 'duplicate']);
    history.load({ source: 'extended', plays: [play()] });
    expect(history.load({ source: 'account', plays: spellings })).toEqual(['duplicate', 'duplicate']);
  });

  it('is made once by each row and source', () => {
    const history = new RememberedHistory();
    history.load({ source: 'extended', plays: [play()] });
    const twice = [play({ playedAt: START + 1000 }), play({ playedAt: START + 4000 })];
    expect(history.load({ source: 'api', plays: twice })).toEqual(['merged', 'stored']);
  });
});

describe('any reports whatever', () => {
  const files = fc.array(crowdedReports, { maxLength: 5 });
  /**
   * Without ids that are named elsewhere: a play far away can name one, and rows far from it are not matched anew at once,
   * but when the catalogue names it or a report comes near them.
   */
  const tellingAll = crowdedReports.map(({ source, plays }) => ({
    source,
    plays: plays.filter((each) => !namedElsewhere(each)),
  }));

  it('add nothing when they are loaded twice', () => {
    fc.assert(
      fc.property(files, (loads) => {
        const history = new RememberedHistory();
        for (const file of loads) history.load(file);
        const { length } = history.rows;
        for (const file of loads) expect(history.load(file).every((outcome) => outcome === 'duplicate')).toBe(true);
        expect(history.rows.length).toBeLessThanOrEqual(length);
      }),
    );
  });

  it('change nothing when they are loaded twice', () => {
    fc.assert(
      fc.property(fc.array(tellingAll, { maxLength: 5 }), (loads) => {
        const history = new RememberedHistory();
        for (const file of loads) history.load(file);
        const { playsBySource: plays } = history;
        for (const file of loads) history.load(file);
        expect(history.playsBySource).toEqual(plays);
      }),
    );
  });

  it('add up: with each load the history gains what is stored, less the rows that became one with others', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 12 }), (loads, batchSize) => {
        const history = new RememberedHistory();
        for (const file of loads) {
          const before = history.rows.length - history.stored + history.joined;
          const outcomes = history.load(file, batchSize);
          expect(outcomes).toHaveLength(file.plays.length);
          expect(history.rows.length - history.stored + history.joined).toBe(before);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never give two rows one track and time', () => {
    fc.assert(
      fc.property(files, (loads) => {
        const history = new RememberedHistory();
        for (const file of loads) history.load(file);
        const identities = history.plays.map(({ track, at }) => `${track} ${at}`);
        expect(new Set(identities).size).toBe(identities.length);
      }),
    );
  });

  it('never give two rows one track and time where one song has two ids, of which one is unnamed', () => {
    const history = new RememberedHistory();
    const [named, unnamed] = [
      { trackId: B, trackName: 'SONG ', artistName: 'band' },
      { trackName: '', artistName: '' },
    ];
    const at = (second: number): Partial<ReportedPlay> => ({ playedAt: START + second * 1000 });
    history.load({
      source: 'api',
      plays: [play({ ...named, ...at(61) }), play(at(240)), play({ ...unnamed, ...at(61) })],
    });
    history.load({
      source: 'extended',
      plays: [
        play({ ...named, ...at(61), msPlayed: 5000 }),
        play({ ...unnamed, ...at(60), msPlayed: 5000 }),
        play({ ...unnamed, ...at(61), msPlayed: 61_000 }),
      ],
    });
    expect(history.rows).toHaveLength(4);
  });

  it('come to the same in batches of any size', () => {
    fc.assert(
      fc.property(fc.array(tellingAll, { maxLength: 5 }), fc.integer({ min: 1, max: 5 }), (loads, batchSize) => {
        const [whole, split] = [new RememberedHistory(), new RememberedHistory()];
        for (const file of loads) {
          whole.load(file);
          split.load(file, batchSize);
        }
        expect(split.playsBySource).toEqual(whole.playsBySource);
      }),
    );
  });

  it('come to the same in whatever order they are loaded', () => {
    // Of one play that the feed reports twice, in two spellings or at two times, the first report counts.
    const unrepeated = fc.array(
      tellingAll.map(({ source, plays }) => ({
        source,
        plays: plays.filter(
          ({ trackId, trackName, playedAt }) =>
            source !== 'api' ||
            ((trackId !== null || trackName === 'Song') && ![1_000, 120_000].includes(playedAt - START)),
        ),
      })),
      { maxLength: 5 },
    );
    const shuffled = unrepeated.chain((loads) =>
      fc.tuple(
        fc.constant(loads),
        fc.shuffledSubarray(loads, { minLength: loads.length }),
        fc.integer({ min: 1, max: 5 }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([loads, others, batchSize]) => {
        const [history, other] = [new RememberedHistory(), new RememberedHistory()];
        for (const file of loads) history.load(file);
        for (const file of others) other.load(file, batchSize);
        expect(other.playsBySource).toEqual(history.playsBySource);
      }),
      { numRuns: 1000 },
    );
  });

  it('count a play that they have parted from another once, also after a crash', () => {
    const history = new RememberedHistory();
    history.load({ source: 'api', plays: [play({ playedAt: START + 179_000 })] });
    // Near enough to its start to be what the feed reported, until it turns out to have been longer.
    history.load({ source: 'extended', plays: [play({ playedAt: START + 240_000, msPlayed: 5000 })] });
    expect(history.rows).toHaveLength(1);
    const longer: Reports = { source: 'extended', plays: [play({ playedAt: START + 240_000 })] };
    const id = new Types.ObjectId();
    history.write(history.match(longer, () => id));
    expect(history.rows).toHaveLength(2);
    expect(history.match(longer, () => id).outcomes).toEqual(['stored']);
  });

  it('count the same again after a crash in the middle of writing', () => {
    fc.assert(
      fc.property(fc.array(tellingAll, { maxLength: 5 }), tellingAll, fc.nat({ max: 20 }), (before, file, reached) => {
        const ids = file.plays.map(() => new Types.ObjectId());
        const recordId = (index: number): Types.ObjectId => ids[index] ?? new Types.ObjectId();
        const [history, unharmed] = [new RememberedHistory(), new RememberedHistory()];
        for (const earlier of before) for (const one of [history, unharmed]) one.load(earlier);
        unharmed.load(file);

        const lost = history.match(file, recordId);
        const rowsBefore = history.rows.length;
        history.write(lost, reached);
        const redone = history.match(file, recordId);
        history.write(redone);

        const stored = redone.outcomes.filter((outcome) => outcome === 'stored').length;
        expect(stored - redone.joined).toBe(history.rows.length - rowsBefore);
        expect(history.playsBySource).toEqual(unharmed.playsBySource);
        expect(history.match(file, recordId).added).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('sources that can be told apart', () => {
  it('give one row for each play, in whatever order they are loaded', () => {
    fc.assert(
      fc.property(listening, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), ({ plays, files }, ranks) => {
        const shuffled = files.map((file, index) => ({ file, rank: ranks[index] ?? 0 }));
        const [history, other] = [new RememberedHistory(), new RememberedHistory()];
        for (const file of files) history.load(file);
        for (const { file } of shuffled.sort((a, b) => a.rank - b.rank)) other.load(file);
        expect(history.rows).toHaveLength(plays);
        expect(other.plays.map(({ track, at }) => [track, at])).toEqual(
          history.plays.map(({ track, at }) => [track, at]),
        );
      }),
    );
  });
});
