import fc from 'fast-check';
import { Recordings } from '../../analytics/figures/recordings';
import { noonOf } from '../../analytics/figures/seconds';
import { addDays } from '../../common/days';
import { matchKey } from '../../common/text';
import { choose, RESTING_DAYS } from './choose';
import { begunAlbums, Heard, type Song, songKey } from './heard';
import { type Candidate, ranked, scoreOf, unitOf } from './score';
import { SEED_TYPES, type SeedType } from './seeds';
import type { Taste } from './taste';

const TODAY = '2026-03-10';
const DRAW = { userId: 'user', day: TODAY };
const UNHEARD = heard([]);

interface Hearing {
  song: Song;
  album?: string;
  daysAgo: number;
}

function recordingsOf(hearings: readonly Hearing[]): Recordings {
  const recordings = new Recordings();
  for (const { song, album = 'Album', daysAgo } of hearings) {
    const tracks = recordings.albumOf(song.artists[0]?.name ?? '', album);
    tracks.add(song.platform_id, song.name, noonOf(addDays(TODAY, -daysAgo)), 1, 1);
  }
  return recordings;
}

function heard(hearings: readonly Hearing[]): Heard {
  return new Heard(recordingsOf(hearings), TODAY, 'UTC');
}

function song(id: string, ...artists: string[]): Song {
  return { platform_id: id, name: `Song ${id}`, artists: artists.map((name) => ({ name })) };
}

function taste(likes: { artists?: object; genres?: object; tracks?: object }): Taste {
  const map = (of: object = {}): Map<string, number> => new Map(Object.entries(of) as [string, number][]);
  return { artists: map(likes.artists), genres: map(likes.genres), tracks: map(likes.tracks) };
}

function candidate(track: Song, about: Partial<Candidate<Song>> = {}): Candidate<Song> {
  return { track, genres: [], albumShare: 0, ...about };
}

/** The score without the draw. */
function fitOf(of: Candidate<Song>, by: Taste, when: Heard, seedType: SeedType): number {
  const drawn = 0.7 + 0.6 * unitOf('user', TODAY, of.track.platform_id);
  return Math.round((scoreOf(of, by, when, seedType, DRAW) / drawn) * 1e6) / 1e6;
}

const songs = fc.record({
  platform_id: fc.integer({ min: 1, max: 60 }).map((number) => `track-${number}`),
  name: fc.constantFrom('One', 'ONE', 'Two', 'Three', '', 'will.i.am'),
  artists: fc.array(fc.record({ name: fc.constantFrom('Ada', 'ada', 'Björk', '東京事変', '') }), { maxLength: 3 }),
});
const hearings = fc.array(fc.record({ song: songs, daysAgo: fc.integer({ min: 0, max: 120 }) }), { maxLength: 20 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const candidates = fc.uniqueArray(
  fc.record({
    track: songs,
    genres: fc.array(fc.constantFrom('folk', 'doom metal'), { maxLength: 2 }),
    albumShare: share,
  }),
  { maxLength: 40, selector: ({ track }) => track.platform_id },
);
const tastes = fc
  .record({ artist: share, folk: share, track: share })
  .map(({ artist, folk, track }) =>
    taste({ artists: { ada: artist, björk: artist / 2 }, genres: { folk }, tracks: { 'track-1': track } }),
  );

describe('Heard', () => {
  it('knows a song under its id and under its names', () => {
    const known = heard([{ song: song('a', 'Ada'), daysAgo: 12 }]);
    expect(known.daysSince(song('a', 'Somebody else'))).toBe(12);
    expect(known.daysSince({ ...song('a', 'ADA '), platform_id: 'b' })).toBe(12);
    expect(known.daysSince(song('c', 'Ada'))).toBe(Infinity);
  });

  it('takes the last time of several', () => {
    const again = [9, 3, 30].map((daysAgo, index) => ({ song: song('a', 'Ada'), album: `Album ${index}`, daysAgo }));
    expect(heard(again).daysSince(song('a', 'Ada'))).toBe(3);
  });
});

describe('begunAlbums', () => {
  it('are those of which two tracks or more were heard, most first; the same song twice is one', () => {
    const hearing = (id: string, name: string, artist: string, album: string): Hearing => ({
      song: { platform_id: id, name, artists: [{ name: artist }] },
      album,
      daysAgo: 1,
    });
    const begun = begunAlbums(
      recordingsOf([
        hearing('1', 'One', 'Ada', 'Short'),
        hearing('2', 'Two', 'ADA', 'Short\u200b'),
        hearing('3', 'One', 'Björk', 'Long'),
        hearing('4', 'Two', 'Björk', 'Long'),
        hearing('5', 'Three', 'Björk', 'Long'),
        hearing('6', 'One', 'Ada', 'Once'),
        hearing('7', 'ONE', 'Ada', 'Once'),
        hearing('8', 'One', 'Ada', ' '),
        hearing('9', 'Two', 'Ada', ' '),
        hearing('10', '', 'Cy', 'Nameless'),
        hearing('11', '', 'Cy', 'Nameless'),
      ]),
    );
    expect(begun).toEqual([
      { name: 'Long', artist: 'Björk', heard: 3 },
      { name: 'Short', artist: 'Ada', heard: 2 },
      { name: 'Nameless', artist: 'Cy', heard: 2 },
    ]);
  });
});

describe('scoreOf', () => {
  const ada = taste({ artists: { ada: 0.8 }, genres: { folk: 0.5 }, tracks: { a: 1 } });
  const nothing = taste({});

  it.each([
    ['artists', 0.8 + 0.5 * 0.4],
    ['tracks', 0.3 * 0.8 + 1 + 0.7 * 0.4],
    ['genres', 0.5],
    ['mixed', 0.6 * 0.8 + 0.4 * 0.5 + 0.6 + 0.6 * 0.4],
  ] as const)('weighs what the seeds %s ask for', (seedType, expected) => {
    const all = candidate(song('a', 'Nobody', 'Ada'), { genres: ['doom metal', 'folk'], albumShare: 0.4 });
    expect(fitOf(all, ada, UNHEARD, seedType)).toBeCloseTo(expected, 5);
  });

  it.each([
    [89, 0.6 * 0.8 * 0.5],
    [90, 0.6 * 0.8 + 0.6 + 0.6 * 0.4],
  ])('of a favourite heard %d days ago', (daysAgo, expected) => {
    const favourite = song('a', 'Ada');
    const known = heard([{ song: favourite, daysAgo }]);
    expect(fitOf(candidate(favourite, { albumShare: 0.4 }), ada, known, 'mixed')).toBeCloseTo(expected, 5);
  });

  it('is nothing for what has nothing to do with the seeds', () => {
    const stranger = candidate(song('z', 'Nobody'), { genres: ['polka'] });
    for (const seedType of SEED_TYPES) expect(scoreOf(stranger, ada, UNHEARD, seedType, DRAW)).toBe(0);
    expect(scoreOf(candidate(song('a', 'Ada')), nothing, UNHEARD, 'mixed', DRAW)).toBe(0);
  });

  it('grows with every like', () => {
    fc.assert(
      fc.property(share, share, fc.constantFrom(...SEED_TYPES), (one, other, seedType) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const by = (liked: number) => taste({ artists: { ada: liked }, genres: { folk: liked }, tracks: { a: liked } });
        const of = candidate(song('a', 'Ada'), { genres: ['folk'], albumShare: 0.2 });
        const score = (liked: number): number => scoreOf(of, by(liked), UNHEARD, seedType, DRAW);
        expect(score(more)).toBeGreaterThanOrEqual(score(less));
      }),
    );
  });
});

describe('ranked', () => {
  it('is the same all day whatever the order of reading, and another draw the next day', () => {
    const all = Array.from({ length: 30 }, (_, index) => candidate(song(String(index), 'Ada')));
    const ids = (draw: typeof DRAW, from = all): string[] =>
      ranked(from, taste({ artists: { ada: 1 } }), UNHEARD, 'mixed', draw).map(({ platform_id }) => platform_id);
    expect(ids(DRAW, [...all].reverse())).toEqual(ids(DRAW));
    expect(ids({ ...DRAW, day: '2026-03-11' })).not.toEqual(ids(DRAW));
    expect(ids({ ...DRAW, userId: 'other' })).not.toEqual(ids(DRAW));
    expect(ids({ ...DRAW, day: '2026-03-11' }).sort()).toEqual(ids(DRAW).sort());
  });

  it('is in the order of the scores', () => {
    fc.assert(
      fc.property(candidates, tastes, hearings, fc.constantFrom(...SEED_TYPES), (all, liked, before, seedType) => {
        const known = heard(before);
        const scores = new Map(all.map((each) => [each.track, scoreOf(each, liked, known, seedType, DRAW)]));
        const order = ranked(all, liked, known, seedType, DRAW).map((track) => scores.get(track) ?? 0);
        expect(order).toEqual([...order].sort((a, b) => b - a));
        expect(order).toHaveLength([...scores.values()].filter((score) => score > 0).length);
      }),
    );
  });
});

describe('choose', () => {
  it('leaves out what was heard on the last seven days', () => {
    const tracks = [0, RESTING_DAYS - 1, RESTING_DAYS].map((daysAgo) => ({
      song: song(`heard-${daysAgo}`, `Artist ${daysAgo}`),
      daysAgo,
    }));
    const chosen = choose(
      tracks.map((each) => each.song),
      heard(tracks),
      10,
    );
    expect(chosen.map(({ platform_id }) => platform_id)).toEqual(['heard-7']);
  });

  it('takes two by one artist, guests included, and each song once', () => {
    const twice = { ...song('b', 'Ada'), name: 'Song a' };
    const tracks = [song('a', 'Ada'), twice, song('c', 'Björk', 'ADA'), song('d', 'Ada'), song('e', 'Björk')];
    expect(choose(tracks, UNHEARD, 10).map(({ platform_id }) => platform_id)).toEqual(['a', 'c', 'e']);
  });

  it('keeps its rules and the order, and takes nothing less than it could', () => {
    fc.assert(
      fc.property(
        fc.array(songs, { maxLength: 60 }),
        hearings,
        fc.integer({ min: 1, max: 50 }),
        (all, before, limit) => {
          const known = heard(before);
          const chosen = choose(all, known, limit);
          expect(chosen.length).toBeLessThanOrEqual(limit);
          expect(chosen).toEqual(all.filter((track) => chosen.includes(track)));
          expect(new Set(chosen.map(songKey)).size).toBe(chosen.length);
          expect(chosen.every((track) => known.daysSince(track) >= RESTING_DAYS)).toBe(true);
          const keysOf = (track: Song): Set<string> => new Set(track.artists.map(({ name }) => matchKey(name)));
          const countOf = (key: string): number => chosen.filter((track) => keysOf(track).has(key)).length;
          for (const key of chosen.flatMap((track) => [...keysOf(track)])) expect(countOf(key)).toBeLessThanOrEqual(2);
          if (chosen.length === limit) return;
          const couldBe = all.filter(
            (track) =>
              known.daysSince(track) >= RESTING_DAYS &&
              !chosen.map(songKey).includes(songKey(track)) &&
              [...keysOf(track)].every((key) => countOf(key) < 2),
          );
          expect(couldBe).toEqual([]);
        },
      ),
    );
  });
});
