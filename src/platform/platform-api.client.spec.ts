import type { ItemsById } from './calls/items-by-id';
import type { PlatformCall, PlatformCalls } from './calls/platform-calls';
import { PlatformApiClient } from './platform-api.client';

describe('the tracks of an album', () => {
  it('are read page by page to the last', async () => {
    const tracks = Array.from({ length: 120 }, (_, index) => ({ id: `t${index}`, track_number: index + 1 }));
    const asked: PlatformCall[] = [];
    const forAnyone = (call: PlatformCall): Promise<unknown> => {
      asked.push(call);
      const { offset, limit } = call.query as { offset: number; limit: number };
      return Promise.resolve({ items: tracks.slice(offset, offset + limit), total: tracks.length });
    };
    const client = new PlatformApiClient({ forAnyone } as unknown as PlatformCalls, {} as ItemsById);
    const read = await client.albumTracks('b/1');
    expect(read.map(({ platformId }) => platformId)).toEqual(tracks.map(({ id }) => id));
    expect(asked.map(({ path, query }) => [path, query?.offset])).toEqual(
      [0, 50, 100].map((offset) => ['/v1/albums/b%2F1/tracks', offset]),
    );
  });
});
