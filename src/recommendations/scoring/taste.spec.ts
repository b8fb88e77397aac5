import fc from 'fast-check';
import { genreSeedsOf, type Seed, type Seeds, seedsInOrder, withSeedsOf } from './seeds';
import { mostLiked, tasteOf } from './taste';

const NONE: Seeds = { artists: [], tracks: [], genres: [] };

function seed(name: string, play_count: number): Seed {
  return { platform_id: `id of ${name}`, name, play_count };
}

describe('tasteOf', () => {
  it('likes things by their plays, as a mean over the periods', () => {
    const ever: Seeds = { ...NONE, artists: [seed('Ada', 10), seed('Björk', 5)], tracks: [seed('One', 4)] };
    const lately: Seeds = { ...NONE, artists: [seed('BJÖRK', 2)], genres: [seed('folk', 3), seed('drone', 1)] };
    const { artists, tracks, genres } = tasteOf([ever, lately]);
    expect(Object.fromEntries(artists)).toEqual({ ada: 0.5, björk: 0.75 });
    expect(Object.fromEntries(tracks)).toEqual({ 'id of One': 1 });
    expect(Object.fromEntries(genres)).toEqual({ folk: 1, drone: 1 / 3 });
  });

  it('stays between 0 and 1', () => {
    const lists = fc.array(
      fc.record({ platform_id: fc.constantFrom('a', 'b'), name: fc.constantFrom('x', 'X', 'y'), play_count: fc.nat() }),
    );
    const periods = fc.array(fc.record({ artists: lists, tracks: lists, genres: lists }), { maxLength: 3 });
    fc.assert(
      fc.property(periods, (all) => {
        for (const liked of Object.values(tasteOf(all)) as ReadonlyMap<string, number>[])
          for (const like of liked.values()) expect(like >= 0 && like <= 1).toBe(true);
      }),
    );
  });
});

describe('mostLiked', () => {
  it('names the best liked first, and of two liked alike the first by name', () => {
    const liked = new Map([
      ['c', 0.5],
      ['b', 0.5],
      ['a', 0.1],
      ['d', 1],
    ]);
    expect(mostLiked(liked, 3)).toEqual(['d', 'b', 'c']);
  });
});

describe('seeds', () => {
  it('come from the platform’s lists only where the snapshot has none', () => {
    const own: Seeds = { ...NONE, artists: [seed('Ada', 2)] };
    const other: Seeds = { artists: [seed('Zoë', 1)], tracks: [seed('One', 1)], genres: [] };
    expect(withSeedsOf(own, other)).toEqual({ artists: own.artists, tracks: other.tracks, genres: [] });
  });

  it('in an order count less from one to the next', () => {
    const liked = ['a', 'b', 'c'].map((name) => ({ platform_id: name, name }));
    expect(seedsInOrder(liked).map(({ play_count }) => play_count)).toEqual([3, 2, 1]);
  });

  it('of genres are counted over the artists that carry them', () => {
    const genres: Record<string, string[]> = { Ada: ['folk', 'drone'], Björk: ['folk'], Zoë: ['ambient'] };
    const artists = [seed('Ada', 3), seed('Björk', 2), seed('Zoë', 3), seed('Nobody', 9)];
    expect(genreSeedsOf(artists, ({ name }) => genres[name] ?? [])).toEqual([
      { platform_id: '', name: 'folk', play_count: 5 },
      { platform_id: '', name: 'ambient', play_count: 3 },
      { platform_id: '', name: 'drone', play_count: 3 },
    ]);
  });
});
