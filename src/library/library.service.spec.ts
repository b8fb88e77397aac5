import type { PlatformCall, PlatformCalls } from '../platform/calls/platform-calls';
import { LibraryService } from './library.service';

type Part = { received: number; after: string | null; total?: number };

/** A platform that gives one part after the other, and what it was asked for. */
function libraryOver(parts: Part[]): { library: LibraryService; asked: PlatformCall['query'][] } {
  const asked: PlatformCall['query'][] = [];
  const forUser = (_: string, { query }: PlatformCall): Promise<unknown> => {
    const { received = 0, after = null, total = 9 } = parts[asked.length] ?? {};
    const items = Array.from({ length: received }, (_, index) => ({ id: `artist-${asked.length}-${index}` }));
    asked.push(query);
    return Promise.resolve({ artists: { items, total, cursors: { after } } });
  };
  return { library: new LibraryService({ forUser } as unknown as PlatformCalls), asked };
}

describe('the followed artists', () => {
  it('are asked for by the cursor where the platform gives fewer than it could', async () => {
    const { library, asked } = libraryOver([
      { received: 3, after: 'a' },
      { received: 1, after: 'b' },
      { received: 2, after: 'c' },
    ]);
    const { items, total } = await library.followedArtists('u', 6);
    expect([items.map(({ id }) => id), total]).toEqual([
      ['artist-0-0', 'artist-0-1', 'artist-0-2', 'artist-1-0', 'artist-2-0', 'artist-2-1'],
      9,
    ]);
    expect(asked).toEqual([
      { type: 'artist', limit: 6, after: undefined },
      { type: 'artist', limit: 3, after: 'a' },
      { type: 'artist', limit: 2, after: 'b' },
    ]);
  });

  it.each([
    ['the list ends', [{ received: 2, after: null }], 1],
    [
      'a part is empty, whatever its cursor says',
      [
        { received: 2, after: 'a' },
        { received: 0, after: 'b' },
      ],
      2,
    ],
  ])('are complete when %s', async (_, parts: Part[], calls) => {
    const { library, asked } = libraryOver(parts);
    expect((await library.followedArtists('u', 50)).items).toHaveLength(2);
    expect(asked).toHaveLength(calls);
  });

  it('are counted themselves where the platform does not count them', async () => {
    const { library } = libraryOver([
      { received: 2, after: 'a', total: 0 },
      { received: 1, after: null, total: 0 },
    ]);
    expect((await library.followedArtists('u', 50)).total).toBe(3);
  });
});
