import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link, linkNow, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

describe('a sync in bad weather', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeEach(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
  });
  afterEach(async () => {
    await api.close();
    await platform.close();
  });

  it('what-hurts 4: with every fifth answer an error ends each time, and loses nothing', async () => {
    const otto = await link(platform, api, 'otto');
    await platform.setWeather({ errors: [{ path: '/v1/*', status: 503, rate: 0.2 }] });
    for (let round = 0; round < 3; round += 1) {
      const job = await otto.sync();
      const failed = job.steps.filter(({ status }) => status === 'failed');
      for (const { error } of failed) expect(error).toMatch(/^The platform cannot be reached or has trouble/);
      expect(job.status).toBe(failed.some(({ action }) => action === 'recently_played') ? 'failed' : 'completed');
    }
    await platform.clearWeather();
    expect(await otto.sync()).toMatchObject({ status: 'completed' });
    expect((await otto.get<{ total: number }>('/api/v1/history')).total).toBeGreaterThanOrEqual(50);
    expect((await otto.get<{ total: number }>('/api/v1/playlists')).total).toBeGreaterThan(0);
  }, 60_000);

  it('fails with its cause when the feed cannot be read', async () => {
    const mira = await link(platform, api, 'mira');
    await platform.setWeather({ errors: [{ path: '/v1/me/player/recently-played', status: 500 }] });
    const job = await mira.sync();
    expect(job.status).toBe('failed');
    expect(job.error_message).toMatch(/^The platform cannot be reached or has trouble \(status 500\)/);
    expect(job.steps[0]).toMatchObject({ status: 'failed', error: job.error_message });
  });

  it('completes when playlists and top items cannot be read, and says so', async () => {
    const mira = await link(platform, api, 'mira');
    await platform.setWeather({
      errors: [
        { path: '/v1/me/playlists', status: 502 },
        { path: '/v1/me/top/*', status: 502 },
      ],
    });
    const job = await mira.sync();
    expect(job.status).toBe('completed');
    const steps = stepsOf(job);
    for (const action of ['playlists', 'top_items'])
      expect(steps[action]).toMatchObject({ status: 'failed', error: expect.stringContaining('status 502') as string });
    expect(steps.analytics).toMatchObject({ status: 'completed' });
  }, 60_000);

  it.each(['2024', '2026'] as const)('what-hurts 18 and 19: completes with what %s has closed', async (access) => {
    await platform.setWeather({ access });
    const mira = await linkNow(platform, api, 'mira');
    const [initial] = await mira.jobs();
    const job = await mira.jobUntil(initial?.id ?? '');
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
    expect((await mira.get<{ total: number }>('/api/v1/history')).total).toBe(50);
  });
});
