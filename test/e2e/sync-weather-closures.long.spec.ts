import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { backlogDrained } from '../support/catalogue';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, linkNow, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

interface TopList {
  items: { name: string; platform_id: string; play_count: number; rank: number }[];
  total: number;
}
interface Recommendations {
  items: { id: string; name: string; artist: string }[];
  total: number;
  seed_info: { type: string; top_artist: string; top_genre: string };
}
interface Capability {
  name: string;
  available: boolean | null;
  reason: string;
  retry_at: string | null;
}

const PLAYS = 50;
/** Tracks come whole with the feed, so that nobody asks for those. */
const BATCHES = ['batch_albums', 'batch_artists'];
/** What each year’s platform has closed, with its reasons, and what it has left open, of all that is asked for here. */
const CLOSURES = {
  2024: {
    closed: { audio_features: 'Forbidden', recommendations: 'Resource not found' },
    open: [...BATCHES, 'playlist_tracks'],
  },
  2026: {
    closed: {
      audio_features: 'Forbidden',
      recommendations: 'Resource not found',
      playlist_tracks: 'Forbidden',
      ...Object.fromEntries(BATCHES.map((name) => [name, 'Forbidden'])),
    },
    open: [],
  },
};

describe.each(['2024', '2026'] as const)('what-hurts 18 and 19: an app to which %s has closed much', (access) => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let mira: LinkedListener;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    await platform.setWeather({ access });
    mira = await linkNow(platform, api, 'mira');
    const [initial] = await mira.jobs();
    await mira.jobUntil(initial?.id ?? '');
    await backlogDrained(api);
  }, 60_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  it('syncs all the same, and says what is not available', async () => {
    const [job] = (await mira.jobs()) as [SyncJobResponse];
    expect(job).toMatchObject({ status: 'completed', error_message: '' });
    expect(stepsOf(job).audio_features).toEqual({
      status: 'completed',
      detail: 'not available to this app',
      error: '',
    });
    expect(job.steps.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'completed'));
    const lists = await api.db.collection('playlists').find({}).toArray();
    expect(lists.length).toBeGreaterThan(0);
    for (const { tracks } of lists) expect((tracks as unknown[]).length).toBeGreaterThan(0);
    expect((await mira.get<{ total: number }>('/api/v1/history')).total).toBe(PLAYS);
  });

  it.each(['tracks', 'artists', 'albums'])('tells the top %s, all of them with their names', async (kind) => {
    const { items, total } = await mira.get<TopList>(`/api/v1/${kind}/top?limit=100`);
    expect(items).toHaveLength(total);
    expect(items.reduce((sum, { play_count }) => sum + play_count, 0)).toBe(PLAYS);
    expect(items.map(({ rank }) => rank)).toEqual(items.map((_, index) => index + 1));
    for (const { name, platform_id } of items)
      expect([name, platform_id]).toEqual([expect.stringMatching(/./), expect.stringMatching(/^[0-9A-Za-z]{22}$/)]);
    const genres = await mira.get<{ total_genres: number }>('/api/v1/genres/distribution');
    expect(genres.total_genres).toBeGreaterThan(0);
  });

  it('recommends what it knows itself', async () => {
    const played = await mira.get<TopList>('/api/v1/tracks/top?limit=100');
    const known = new Set(played.items.map(({ platform_id }) => platform_id));
    const { items, total, seed_info } = await mira.get<Recommendations>('/api/v1/recommendations');
    expect([items.length, total]).toEqual([20, 20]);
    for (const { id, name, artist } of items) {
      expect([name, artist]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
      expect(known).not.toContain(id);
    }
    expect(seed_info).toEqual({
      type: 'mixed',
      top_artist: expect.stringMatching(/./) as string,
      top_genre: expect.stringMatching(/./) as string,
    });
  });

  it('shows what is closed, why, and when it is tried again', async () => {
    await mira.get('/api/v1/recommendations');
    const { capabilities } = await mira.get<{ capabilities: Capability[] }>('/api/v1/platform/capabilities');
    const { closed, open } = CLOSURES[access];
    const told = capabilities.filter(({ available }) => available === false);
    expect(Object.fromEntries(told.map(({ name, reason }) => [name, reason]))).toEqual(closed);
    for (const { retry_at } of told) expect(Date.parse(retry_at ?? '')).toBeGreaterThan(Date.now());
    expect(capabilities.flatMap(({ name, available }) => (available === true ? [name] : [])).sort()).toEqual(
      [...open].sort(),
    );
  });
});
