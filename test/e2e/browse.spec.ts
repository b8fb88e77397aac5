import { buildEditorial } from '../../src/sandbox/catalogue/editorial';
import { DEFAULT_SEED } from '../../src/sandbox/world';
import { SANDBOX_CATALOGUE } from '../support/catalogue';
import { describeProxying, useProxiedScene } from '../support/proxied-calls';

interface BrowseAnswer {
  message?: string;
  items: { id: string; name: string }[];
}

const NEW_RELEASES = '/api/v1/browse/new-releases';
const FEATURED = '/api/v1/browse/featured-playlists';
const CATEGORIES = '/api/v1/browse/categories';
const ALL = [NEW_RELEASES, FEATURED, CATEGORIES];

describe('browsing', () => {
  const scene = useProxiedScene();
  const { newReleases, categories } = buildEditorial(DEFAULT_SEED, SANDBOX_CATALOGUE);
  const picture = (kind: string, id: string): string => `${scene.platform.url}/images/${kind}/${id}/640.svg`;
  const playlists = categories.map(({ playlist }) => playlist);

  describeProxying(
    scene,
    ALL.map((path) => ({ path })),
  );

  it('shows new releases in the form of the contract', async () => {
    const { items } = await scene.get<BrowseAnswer>(NEW_RELEASES);
    expect(items.map(({ id }) => id)).toEqual(newReleases.slice(0, 20).map(({ id }) => id));
    const [album] = newReleases;
    expect(items[0]).toEqual({
      id: album?.id,
      name: album?.name,
      artists: album?.artists.map(({ name }) => name).join(', '),
      image: picture('album', album?.id ?? ''),
      release_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      total_tracks: album?.tracks.length,
      type: album?.type,
    });
  });

  it('shows featured playlists in the form of the contract', async () => {
    const { message, items } = await scene.get<BrowseAnswer>(FEATURED);
    expect(message).toBe('Nothing here is real');
    expect(items.map(({ id }) => id)).toEqual(playlists.slice(0, 20).map(({ id }) => id));
    const [playlist] = playlists;
    expect(items[0]).toEqual({
      id: playlist?.id,
      name: playlist?.name,
      description: playlist?.description,
      image: picture('playlist', playlist?.id ?? ''),
      tracks_total: playlist?.entries.length,
      owner: 'Sandbox Editors',
    });
  });

  it('shows categories in the form of the contract', async () => {
    const { items } = await scene.get<BrowseAnswer>(CATEGORIES);
    expect(items).toEqual(
      categories.slice(0, 50).map(({ id, name }) => ({ id, name, image: picture('category', id) })),
    );
  });

  it.each([
    [NEW_RELEASES, newReleases.length],
    [FEATURED, playlists.length],
    [CATEGORIES, categories.length],
  ])('%s keeps to its limit', async (path, available) => {
    for (const limit of [1, 50])
      expect((await scene.get<BrowseAnswer>(`${path}?limit=${limit}`)).items).toHaveLength(Math.min(limit, available));
  });

  it.each(
    ALL.flatMap((path) => [
      [path, '0', 'greater_than_equal'],
      [path, '51', 'less_than_equal'],
      [path, 'many', 'int_parsing'],
      [path, '', 'int_parsing'],
    ]),
  )('%s refuses limit=%j', async (path = '', limit, type) => {
    const { status, body } = await scene.call({ path: `${path}?limit=${limit}` });
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['query', 'limit'], msg: expect.stringMatching(/^Input should be/) as string, type }],
    ]);
  });

  it('is empty where the platform has closed it to this app, and asks no more that day', async () => {
    await scene.platform.setWeather({ access: '2026' });
    const since = Date.now();
    for (let times = 0; times < 2; times += 1) {
      expect(await scene.get(NEW_RELEASES)).toEqual({ items: [] });
      expect(await scene.get(FEATURED)).toEqual({ message: '', items: [] });
      expect(await scene.get(CATEGORIES)).toEqual({ items: [] });
    }
    expect(await scene.platform.requestsSince(since)).toHaveLength(3);
  });

  it('lost its playlists in 2024, and nothing else', async () => {
    await scene.platform.setWeather({ access: '2024' });
    expect(await scene.get(FEATURED)).toEqual({ message: '', items: [] });
    for (const path of [NEW_RELEASES, CATEGORIES])
      expect((await scene.get<BrowseAnswer>(path)).items.length).toBeGreaterThan(0);
  });

  it('lacks nothing but details where the platform does not tell them', async () => {
    const missing_fields = ['artists', 'images', 'icons', 'release_date', 'total_tracks', 'album_type', 'owner'];
    await scene.platform.setWeather({
      missing_fields: [...missing_fields, 'description', 'message', 'tracks', 'name'],
    });
    const first = async (path: string) => (await scene.get<BrowseAnswer>(`${path}?limit=1`)).items[0];
    expect(await first(NEW_RELEASES)).toEqual({
      id: newReleases[0]?.id,
      name: '',
      artists: '',
      image: '',
      release_date: '',
      total_tracks: 0,
      type: '',
    });
    expect(await scene.get(`${FEATURED}?limit=1`)).toEqual({
      message: '',
      items: [{ id: playlists[0]?.id, name: '', description: '', image: '', tracks_total: 0, owner: '' }],
    });
    expect(await first(CATEGORIES)).toEqual({ id: categories[0]?.id, name: '', image: '' });
  });

  it('leaves out what has no id', async () => {
    await scene.platform.setWeather({ missing_fields: ['id'] });
    for (const path of ALL) expect((await scene.get<BrowseAnswer>(path)).items).toEqual([]);
  });

  it('is 502 where the platform answers without any list', async () => {
    await scene.platform.setWeather({ missing_fields: ['albums', 'playlists', 'categories'] });
    for (const path of ALL) {
      const { status, body } = await scene.call({ path });
      expect([status, body.detail]).toEqual([502, expect.stringMatching(/answered something unexpected/) as string]);
    }
  });
});
