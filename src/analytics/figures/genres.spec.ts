import { countGenres, genreShares } from './genres';

const ARTISTS = [
  { name: 'Ada', key: '', plays: 3, ms: 30 },
  { name: 'Bo', key: '', plays: 1, ms: 10 },
  { name: 'Cy', key: '', plays: 5, ms: 50 },
];
const GENRES: Record<string, string[]> = { Ada: ['pop', 'indie', 'pop'], Bo: ['pop', ''], Cy: [] };

describe('genres', () => {
  it('count a play for each genre of its artist, once', () => {
    expect(countGenres(ARTISTS, ({ name }) => GENRES[name] ?? [])).toEqual([
      { name: 'pop', key: '', plays: 4, ms: 40 },
      { name: 'indie', key: '', plays: 3, ms: 30 },
    ]);
  });

  it('share out the plays over all genres, to 2 decimals', () => {
    expect(genreShares(countGenres(ARTISTS, ({ name }) => GENRES[name] ?? []))).toEqual([
      { name: 'pop', play_count: 4, percentage: 57.14 },
      { name: 'indie', play_count: 3, percentage: 42.86 },
    ]);
  });

  it('are an empty list where none is known', () => {
    expect(genreShares(countGenres(ARTISTS, () => []))).toEqual([]);
  });
});
