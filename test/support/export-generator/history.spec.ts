import { runOracle, type Outcome } from '../oracle';
import { generateAccountHistory } from './account';
import { songKey } from './catalogue';
import { EDGE_KINDS, type RecordKind } from './edge-cases';
import { generateHistory, generatePlays, type HistoryOptions } from './history';
import { MINIMUM_SPACING_MS } from './listener';
import { awkwardInstants } from './timeline';

const END = new Date('2025-06-01T12:00:00Z');
const options: HistoryOptions = { seed: 7, records: 3000, years: 2, endDate: END, edgeEvery: 10, artists: 100 };

const OUTCOMES: Record<Exclude<RecordKind, 'same_minute'>, Outcome> = {
  play: 'stored',
  local: 'stored',
  anonymous: 'stored',
  null_fields: 'stored',
  longest_name: 'stored',
  offline_late: 'stored',
  repeat_adjacent: 'duplicate',
  repeat_far: 'duplicate',
  podcast: 'not_a_track',
  audiobook: 'not_a_track',
  nothing: 'not_a_track',
  zero_ms: 'not_played',
  zero_ms_bad_date: 'not_played',
  bad_date: 'invalid',
  future_date: 'invalid',
  negative_ms: 'invalid',
  fractional_ms: 'invalid',
  long_name: 'invalid',
  oversize: 'invalid',
};

describe('generatePlays', () => {
  it('makes one history of one seed and another of another', () => {
    const first = JSON.stringify([...generateHistory(options)]);
    expect(JSON.stringify([...generateHistory(options)])).toBe(first);
    expect(JSON.stringify([...generateHistory({ ...options, seed: 8 })])).not.toBe(first);
  });

  it.each([0, 1, 50, 999, 20_000])('makes exactly %d records', (records) => {
    expect([...generateHistory({ ...options, records })]).toHaveLength(records);
  });

  it('makes every kind of record, each of which ends as its kind says', () => {
    const plays = [...generatePlays(options)];
    const records = plays.map(({ record }) => record);
    const outcomes = runOracle([{ file: 'f', format: 'extended', records }], END).files[0]?.outcomes ?? [];
    const seen = new Map<RecordKind, Set<Outcome | undefined>>();
    plays.forEach(({ kind }, i) => seen.set(kind, (seen.get(kind) ?? new Set()).add(outcomes[i])));
    expect(Object.fromEntries([...seen].map(([kind, ends]) => [kind, [...ends]]))).toEqual(
      Object.fromEntries(Object.entries(OUTCOMES).map(([kind, outcome]) => [kind, [outcome]])),
    );
  });

  it('keeps plays of one song apart', () => {
    const ends = new Map<string, number[]>();
    for (const { kind, record } of generatePlays(options)) {
      if (OUTCOMES[kind as keyof typeof OUTCOMES] !== 'stored' || record.ts === null) continue;
      const { master_metadata_track_name: name, master_metadata_album_artist_name: artist } = record;
      const key = songKey({ id: null, name: name ?? '', artist, album: null, durationMs: 0 });
      ends.set(key, [...(ends.get(key) ?? []), Date.parse(record.ts)]);
    }
    const gaps = [...ends.values()].flatMap((times) => {
      const sorted = times.sort((a, b) => a - b);
      return sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0));
    });
    expect(gaps.length).toBeGreaterThan(100);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MINIMUM_SPACING_MS);
  });

  it('adds plays of one song in the same minute when asked to', () => {
    const plays = [...generatePlays({ ...options, clusters: true })];
    const second = plays.findIndex(({ kind }) => kind === 'same_minute');
    const { ts, spotify_track_uri: uri } = plays[second]?.record ?? {};
    const first = plays.find(
      ({ record }, i) => i < second && record.spotify_track_uri === uri && record.ts?.slice(0, 16) === ts?.slice(0, 16),
    );
    expect(first?.record.ts).not.toBe(ts);
    expect(first).toBeDefined();
  });

  it('is plain, in order and of composed names when clean', () => {
    const plays = [...generatePlays({ ...options, clean: true })];
    expect(new Set(plays.map(({ kind }) => kind))).toEqual(new Set(['play']));
    const times = plays.map(({ record }) => record.ts ?? '');
    expect(times).toEqual([...times].sort());
    expect(Math.max(...times.map((time) => Date.parse(time)))).toBeLessThan(END.getTime());
    expect(JSON.stringify(plays)).not.toContain('__proto__');
  });

  it('spells some names both ways and reports some plays late', () => {
    const plays = [...generatePlays(options)];
    const artists = new Set(plays.map(({ record }) => record.master_metadata_album_artist_name));
    expect(artists).toContain('Zo\u00eb \u00c5ngstr\u00f6m');
    expect(artists).toContain('Zoe\u0308 A\u030angstro\u0308m');
    const late = plays.findIndex(({ kind }) => kind === 'offline_late');
    expect(plays[late]?.record.ts?.localeCompare(plays[late - 1]?.record.ts ?? '')).toBe(-1);
  });

  it('refuses to put more plays into the time than there are songs to keep apart', () => {
    const dense = { ...options, records: 200_000, years: 0.01, artists: 5 };
    expect(() => [...generateHistory(dense)]).toThrow('Too many plays a minute');
  });
});

describe('awkwardInstants', () => {
  it('knows the clock changes of New York in 2024 and the midnights of Kolkata', () => {
    const instants = awkwardInstants(2024).map((instant) => new Date(instant).toISOString().slice(0, 19));
    expect(instants).toEqual(
      expect.arrayContaining([
        '2024-03-10T06:59:59',
        '2024-03-10T07:00:00',
        '2024-11-03T06:00:00',
        '2024-11-03T05:00:00',
        '2024-06-15T18:29:59',
        '2024-06-15T18:30:00',
      ]),
    );
  });
});

describe('generateAccountHistory', () => {
  it('lists the last year of the same listening, to the minute', () => {
    const account = [...generateAccountHistory(options)];
    expect(account.length).toBeGreaterThan(1000);
    expect(account.every(({ endTime }) => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(endTime))).toBe(true);
    expect(
      account
        .map(({ endTime }) => endTime)
        .sort()[0]
        ?.startsWith('2024-06'),
    ).toBe(true);
    expect(account.some((record) => 'podcastName' in record)).toBe(true);
  });

  it('splits into music and podcasts', () => {
    const of = (content: 'music' | 'podcast' | 'both') => [...generateAccountHistory(options, { content })].length;
    expect(of('podcast')).toBeGreaterThan(0);
    expect(of('music') + of('podcast')).toBe(of('both'));
  });

  it('matches the extended history play by play, whichever comes first', () => {
    const extended = () => ({ file: 'e', format: 'extended' as const, records: generateHistory(options) });
    const account = () => ({ file: 'a', format: 'account' as const, records: generateAccountHistory(options) });
    const forth = runOracle([extended(), account()], END);
    const back = runOracle([account(), extended()], END);
    expect(forth.files[1]?.merged).toBeGreaterThan(1000);
    expect(forth.files[1]?.stored).toBe(0);
    expect(back.total).toEqual(forth.total);
    const plain = (state: typeof forth) =>
      state.rows
        .map(({ trackId, playedAt, msPlayed, album }) => `${playedAt} ${trackId} ${msPlayed ?? ''} ${album}`)
        .sort();
    expect(plain(back)).toEqual(plain(forth));
  });
});

it('has a place in the turn for every kind that needs no cluster', () => {
  expect(new Set([...EDGE_KINDS, 'play'])).toEqual(new Set(Object.keys(OUTCOMES)));
});
