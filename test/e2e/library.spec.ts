import { Listening } from '../../src/sandbox/listeners/listening';
import { NAMED_LISTENERS } from '../../src/sandbox/listeners/roster';
import { DEFAULT_SEED } from '../../src/sandbox/world';
import { SANDBOX_CATALOGUE } from '../support/catalogue';
import { describeProxying, useProxiedScene } from '../support/proxied-calls';

interface FollowedArtists {
  items: { id: string; followers: number; genres: string[] }[];
  total: number;
}

interface SavedAlbums {
  items: { id: string; added_at: string; release_date: string }[];
  total: number;
  limit: number;
  offset: number;
}

const FOLLOWED = '/api/v1/library/followed-artists';
const SAVED = '/api/v1/library/saved-albums';

/** What the listener keeps on the sandbox platform. */
function libraryOf(id: string) {
  const listener = NAMED_LISTENERS.find((each) => each.id === id);
  if (listener === undefined) throw new Error(`There is no listener ${id}`);
  return new Listening(DEFAULT_SEED, SANDBOX_CATALOGUE).libraryOf(listener);
}

describe('the library', () => {
  const scene = useProxiedScene();
  const { followed, savedAlbums } = libraryOf('otto');
  const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

  describeProxying(scene, [{ path: FOLLOWED }, { path: SAVED }]);

  describe('of followed artists', () => {
    it('has the form of the contract', async () => {
      const { items, total } = await scene.get<FollowedArtists>(FOLLOWED);
      expect({ ids: idsOf(items), total }).toEqual({ ids: idsOf(followed).slice(0, 50), total: followed.length });
      expect(items[0]).toEqual({
        id: followed[0]?.id,
        name: followed[0]?.name,
        image: `${scene.platform.url}/images/artist/${followed[0]?.id}/640.svg`,
        followers: followed[0]?.followers,
        genres: followed[0]?.genres,
      });
    });

    it.each([1, 50])('has as many as the limit of %d', async (limit) => {
      const { items, total } = await scene.get<FollowedArtists>(`${FOLLOWED}?limit=${limit}`);
      expect({ ids: idsOf(items), total }).toEqual({ ids: idsOf(followed).slice(0, limit), total: followed.length });
    });

    it('lacks nothing but figures where the platform does not tell them', async () => {
      await scene.platform.setWeather({ access: '2026', missing_fields: ['genres', 'images', 'name', 'total'] });
      const { items, total } = await scene.get<FollowedArtists>(`${FOLLOWED}?limit=2`);
      expect(items[0]).toEqual({ id: followed[0]?.id, name: '', image: '', followers: 0, genres: [] });
      expect(total).toBe(2);
    });
  });

  describe('of saved albums', () => {
    it('has the form of the contract', async () => {
      const { items, ...page } = await scene.get<SavedAlbums>(SAVED);
      expect(page).toEqual({ total: savedAlbums.length, limit: 50, offset: 0 });
      expect(idsOf(items)).toEqual(savedAlbums.slice(0, 50).map(({ album }) => album.id));
      const [first] = savedAlbums;
      expect(items[0]).toEqual({
        id: first?.album.id,
        name: first?.album.name,
        artists: first?.album.artists.map(({ name }) => name).join(', '),
        image: `${scene.platform.url}/images/album/${first?.album.id}/640.svg`,
        release_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        total_tracks: first?.album.tracks.length,
        added_at: new Date(first?.addedAt ?? 0).toISOString(),
      });
    });

    it('is paged, also past its end', async () => {
      const page = await scene.get<SavedAlbums>(`${SAVED}?limit=3&offset=2`);
      expect(page).toMatchObject({ total: savedAlbums.length, limit: 3, offset: 2 });
      expect(idsOf(page.items)).toEqual(savedAlbums.slice(2, 5).map(({ album }) => album.id));
      for (const offset of [savedAlbums.length, 100_001, Number.MAX_SAFE_INTEGER])
        expect(await scene.get<SavedAlbums>(`${SAVED}?offset=${offset}`)).toEqual({
          items: [],
          total: savedAlbums.length,
          limit: 50,
          offset,
        });
    });

    it('lacks nothing but details where the platform does not tell them', async () => {
      const missing = ['added_at', 'artists', 'images', 'name', 'release_date', 'total_tracks'];
      await scene.platform.setWeather({ missing_fields: missing });
      expect((await scene.get<SavedAlbums>(`${SAVED}?limit=1`)).items).toEqual([
        {
          id: savedAlbums[0]?.album.id,
          name: '',
          artists: '',
          image: '',
          release_date: '',
          total_tracks: 0,
          added_at: null,
        },
      ]);
    });
  });

  it('is empty for somebody who keeps nothing', async () => {
    const blanca = await scene.logIn('blanca');
    expect((await scene.call({ path: FOLLOWED }, blanca)).body).toEqual({ items: [], total: 0 });
    expect((await scene.call({ path: SAVED }, blanca)).body).toEqual({ items: [], total: 0, limit: 50, offset: 0 });
  });

  it.each([
    [FOLLOWED, 'user-follow-read'],
    [SAVED, 'user-library-read'],
  ])('%s needs the scope %s', async (path, scope) => {
    expect((await scene.call({ path }, await scene.logIn('mira', scope))).status).toBe(200);
    const { status, body } = await scene.call({ path }, await scene.logIn('mira', 'user-top-read'));
    expect({ status, detail: body.detail }).toEqual({
      status: 403,
      detail:
        'The platform refuses this: Insufficient client scope. Log in again and grant everything that is asked for.',
    });
  });

  it.each([403, 404])('is 403 where the platform has closed it with %d', async (status) => {
    await scene.platform.setWeather({ errors: [{ path: '/v1/me/*', status, reason: 'Forbidden' }] });
    for (const path of [FOLLOWED, SAVED]) {
      const answer = await scene.call({ path });
      expect([answer.status, answer.body.detail]).toEqual([403, 'The platform refuses this: Forbidden']);
    }
  });

  it.each([
    [FOLLOWED, 'limit', '0', 'greater_than_equal'],
    [FOLLOWED, 'limit', '51', 'less_than_equal'],
    [FOLLOWED, 'limit', 'ten', 'int_parsing'],
    [FOLLOWED, 'limit', '', 'int_parsing'],
    [SAVED, 'limit', '0', 'greater_than_equal'],
    [SAVED, 'limit', '51', 'less_than_equal'],
    [SAVED, 'limit', '1.5', 'int_parsing'],
    [SAVED, 'offset', '-1', 'greater_than_equal'],
    [SAVED, 'offset', '1e1', 'int_parsing'],
  ])('%s refuses %s=%j', async (path, name, value, type) => {
    const { status, body } = await scene.call({ path: `${path}?${name}=${value}` });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['query', name], msg: expect.stringMatching(/^Input should be/) as string, type },
    ]);
  });
});
