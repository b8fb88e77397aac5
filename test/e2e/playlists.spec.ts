import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { buildCatalogue } from '../../src/sandbox/catalogue/catalogue';
import { Listening } from '../../src/sandbox/listeners/listening';
import { Roster } from '../../src/sandbox/listeners/roster';
import { DEFAULT_SEED } from '../../src/sandbox/world';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

interface PlaylistRecord {
  user_id: string;
  platform_id: string;
  name: string;
  snapshot_id: string;
  total_tracks: number;
  tracks: { platform_id: string; name: string; added_at: Date | null }[];
  fetched_at: Date;
}

interface PlaylistItem {
  id: string;
  platform_id: string;
  image_url: string;
  images: { url: string }[];
  tracks_total: number;
}

interface PlaylistsPage {
  items: PlaylistItem[];
  total: number;
  page: number;
  limit: number;
}

/** What the listener keeps on the sandbox platform, in its order. */
function idsOnPlatform(name: string): string[] {
  const listener = new Roster(DEFAULT_SEED).find(name);
  if (listener === undefined) throw new Error(`There is no listener ${name}`);
  const { playlists } = new Listening(DEFAULT_SEED, buildCatalogue(DEFAULT_SEED)).libraryOf(listener);
  return playlists.map(({ id }) => id);
}

describe('playlists', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let mira: LinkedListener;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    mira = await link(platform, api, 'mira');
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const records = () => api.db.collection<PlaylistRecord>('playlists');
  const list = (query = ''): Promise<PlaylistsPage> => mira.get<PlaylistsPage>(`/api/v1/playlists${query}`);
  const copied = async (): Promise<string> => stepsOf(await mira.sync()).playlists?.detail ?? '';

  it('are listed in the form of the contract', async () => {
    const page = await list();
    expect(page).toEqual({ items: expect.any(Array) as unknown[], total: page.items.length, page: 1, limit: 50 });
    const [first] = page.items;
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      user_id: mira.userId,
      platform_id: expect.stringMatching(/^\w{22}$/) as string,
      name: expect.stringMatching(/./) as string,
      description: expect.any(String) as string,
      image_url: expect.stringContaining('http') as string,
      images: expect.arrayContaining([{ url: first?.image_url }]) as unknown[],
      tracks_total: expect.any(Number) as number,
      total_tracks: first?.tracks_total,
      owner: 'Mira Morningside',
      public: expect.any(Boolean) as boolean,
      collaborative: false,
      external_url: expect.stringContaining('http') as string,
    });
  });

  it('list their pictures, the one of image_url first, or none', async () => {
    const kept = await records().find({ user_id: mira.userId }).sort({ position: 1 }).toArray();
    const [first, second] = kept.map(({ platform_id }) => platform_id);
    const sizes = ['http://pictures.invalid/640', 'http://pictures.invalid/64'];
    const images = sizes.map((url) => ({ url, height: 1, width: 1 }));
    await records().updateOne({ platform_id: first }, { $set: { images } });
    await records().updateOne({ platform_id: second }, { $set: { images: [] } });
    expect((await list()).items.slice(0, 2)).toMatchObject([
      { image_url: sizes[0], images: sizes.map((url) => ({ url })) },
      { image_url: '', images: [] },
    ]);
    expect(await copied()).toBe(`0 copied, ${kept.length} unchanged`);
  });

  it('are paged, in the user’s own order', async () => {
    const all = await list();
    expect(all.items.map(({ platform_id }) => platform_id)).toEqual(idsOnPlatform('mira'));
    expect((await list('?page=2&limit=2')).items).toEqual(all.items.slice(2, 4));
    expect(await list('?page=99')).toMatchObject({ items: [], total: all.total });
    for (const query of ['?limit=0', '?limit=101', '?page=0'])
      expect((await api.call(`/api/v1/playlists${query}`, { headers: mira.headers })).status).toBe(422);
  });

  it('carry their tracks, without what is none of the platform’s', async () => {
    const [first] = await records().find({ user_id: mira.userId }).sort({ position: 1 }).toArray();
    // The sandbox puts a local file and a withdrawn track into everybody's first playlist.
    expect(first?.tracks).toHaveLength((first?.total_tracks ?? 0) - 2);
    for (const track of first?.tracks ?? []) {
      expect(track.platform_id).toMatch(/^\w{22}$/);
      expect(track.added_at).toBeInstanceOf(Date);
    }
  });

  it('are neither read nor written again while they stay the same', async () => {
    const since = Date.now();
    const before = await records().find().toArray();
    expect(await copied()).toBe(`0 copied, ${before.length} unchanged`);
    // The time of the copy among all else: a write would show in it.
    expect(await records().find().toArray()).toEqual(before);
    const paths = (await platform.requestsSince(since)).map(({ path }) => path);
    expect(paths).toContain('/v1/me/playlists');
    expect(paths.filter((path) => path.startsWith('/v1/playlists/'))).toEqual([]);
  });

  it('show what is new of their covers and their order without being read again', async () => {
    const before = await list();
    const kept = await records().find().sort({ position: 1 }).toArray();
    const [first, second, third] = kept.map(({ platform_id }) => platform_id);
    const since = Date.now();
    await records().updateOne({ platform_id: first }, { $set: { images: [], position: 1 } });
    await records().updateOne({ platform_id: second }, { $set: { owner_name: 'Older', position: 0 } });
    await records().updateOne({ platform_id: third }, { $unset: { public: true } });
    expect(await copied()).toBe(`0 copied, ${before.total} unchanged`);
    expect(await list()).toEqual(before);
    const after = await records().find().sort({ position: 1 }).toArray();
    expect(after.map(({ tracks }) => tracks)).toEqual(kept.map(({ tracks }) => tracks));
    expect(after.map(({ fetched_at }) => fetched_at.getTime() >= since)).toEqual(kept.map((_, index) => index < 3));
    const paths = (await platform.requestsSince(since)).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/v1/playlists/'))).toEqual([]);
  });

  it('are read again when they have changed, and go when they are gone', async () => {
    const { items, total } = await list();
    const changed = items[1]?.platform_id ?? '';
    const before = await records().findOne({ platform_id: changed });
    await records().updateOne({ platform_id: changed }, { $set: { snapshot_id: 'older', tracks: [], name: 'Older' } });
    await api.db.collection('playlists').insertOne({ user_id: mira.userId, platform_id: 'gone', name: 'Gone' });
    expect(await copied()).toBe(`1 copied, ${total - 1} unchanged, 1 removed`);
    expect(await records().findOne({ platform_id: changed })).toMatchObject({
      name: before?.name,
      snapshot_id: before?.snapshot_id,
      tracks: before?.tracks,
    });
    expect((await list()).total).toBe(total);
  });

  it('of which the platform shows no tracks are kept with their cover, and counted', async () => {
    const { items } = await list();
    const closed = items[1]?.platform_id ?? '';
    await records().updateOne({ platform_id: closed }, { $set: { snapshot_id: 'older', tracks: [] } });
    await platform.setWeather({
      access: '2026',
      errors: [{ path: `/v1/playlists/${closed}/items`, status: 403 }],
    });
    expect(await copied()).toMatch(/^1 copied, \d+ unchanged, the tracks of 1 not available to this app$/);
    expect(await records().findOne({ platform_id: closed })).toMatchObject({
      tracks: [],
      total_tracks: items[1]?.tracks_total,
    });
    await platform.clearWeather();
    expect(await copied()).toMatch(/^0 copied/);
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    await records().updateMany({}, { $set: { fetched_at: yesterday } });
    expect(await copied()).toMatch(/^1 copied/);
    expect((await records().findOne({ platform_id: closed }))?.tracks).not.toEqual([]);
  });

  it('keep the tracks that are known of them while the platform does not show these any more', async () => {
    const { items } = await list();
    const closed = items[1]?.platform_id ?? '';
    const before = await records().findOne({ platform_id: closed });
    expect(before?.tracks).not.toEqual([]);
    await records().updateOne({ platform_id: closed }, { $set: { snapshot_id: 'older', name: 'Older' } });
    for (const status of [403, 404]) {
      await platform.setWeather({
        errors: ['tracks', 'items'].map((part) => ({ path: `/v1/playlists/${closed}/${part}`, status })),
      });
      expect(await copied()).toMatch(/^1 copied, \d+ unchanged, the tracks of 1 not available to this app$/);
      expect(await records().findOne({ platform_id: closed })).toMatchObject({
        name: before?.name,
        tracks: before?.tracks,
      });
    }
    await platform.clearWeather();
    expect(await copied()).toMatch(/^1 copied, \d+ unchanged$/);
    expect(await records().findOne({ platform_id: closed })).toMatchObject({ snapshot_id: before?.snapshot_id });
  });

  it('are read although the first is private, on a platform that has their entries under tracks alone', async () => {
    await api.app.get<Redis>(REQUEST_REDIS).flushdb();
    await records().updateMany({}, { $set: { snapshot_id: 'older', tracks: [] } });
    const [first, ...others] = (await list()).items.map(({ platform_id }) => platform_id);
    const withoutItems = [first, ...others].map((id) => ({ path: `/v1/playlists/${String(id)}/items`, status: 404 }));
    const isPrivate = { path: `/v1/playlists/${String(first)}/tracks`, status: 403 };
    await platform.setWeather({ access: '2024', errors: [isPrivate, ...withoutItems] });
    expect(await copied()).toBe(`${others.length + 1} copied, 0 unchanged, the tracks of 1 not available to this app`);
    for (const platform_id of others) expect((await records().findOne({ platform_id }))?.tracks).not.toEqual([]);
    const { capabilities } = await mira.get<{ capabilities: { name: string }[] }>('/api/v1/platform/capabilities');
    expect(capabilities).toContainEqual(expect.objectContaining({ name: 'playlist_tracks', available: true }));
    await platform.clearWeather();
  });

  it('are each user’s own', async () => {
    const stranger = await api.signIn();
    const { body } = await api.call('/api/v1/playlists', { as: stranger });
    expect(body).toEqual({ items: [], total: 0, page: 1, limit: 50 });
    expect((await api.call('/api/v1/playlists')).status).toBe(401);
  });
});
