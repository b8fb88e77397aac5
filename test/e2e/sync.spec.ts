import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, linkNow } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const STEPS = ['recently_played', 'audio_features', 'playlists', 'top_items', 'analytics'];
const TRIGGER = '/api/v1/sync-jobs/trigger';

describe('a sync', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
  });
  afterEach(() => platform.clearWeather());
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  describe('after the first login', () => {
    let mira: LinkedListener;

    beforeAll(async () => {
      mira = await link(platform, api, 'mira');
    });

    it('runs all steps in order, and tells what each has brought', async () => {
      const [job] = await mira.jobs();
      expect(job).toMatchObject({
        job_type: 'initial',
        status: 'completed',
        error_message: '',
        steps: [
          { action: 'recently_played', status: 'completed', detail: '50 new plays', items: 50 },
          { action: 'audio_features', status: 'completed', detail: expect.stringMatching(/^of \d+ tracks$/) as string },
          { action: 'playlists', status: 'completed', detail: expect.stringMatching(/^\d copied, 0 unch/) as string },
          { action: 'top_items', status: 'completed', detail: '150 artists and 150 tracks over 3 time ranges' },
          { action: 'analytics', status: 'completed', detail: expect.stringMatching(/^\d changed days?$/) as string },
        ],
      });
      expect(job?.items_processed).toBe(job?.steps.reduce((sum, { items }) => sum + items, 0));
    });

    it('stores the feed’s plays with what they were played from', async () => {
      const { items, total } = await mira.get<{ items: Record<string, unknown>[]; total: number }>(
        '/api/v1/history?limit=100',
      );
      expect(total).toBe(50);
      expect(items[0]).toMatchObject({
        ms_played: null,
        source: 'api',
        track: {
          platform_id: expect.stringMatching(/^[0-9A-Za-z]{22}$/) as string,
          name: expect.stringMatching(/./) as string,
          artist_name: expect.stringMatching(/./) as string,
          album_image_url: expect.stringContaining('http') as string,
          duration_ms: expect.any(Number) as number,
        },
      });
      const contexts = new Set(items.map(({ context_type }) => context_type));
      expect([...contexts].every((type) => ['', 'album', 'artist', 'playlist'].includes(String(type)))).toBe(true);
      expect(items.some(({ context_uri }) => /^spotify:\w+:\w{22}$/.test(String(context_uri)))).toBe(true);
    });

    it('leaves tracks with their audio features, and artists with their genres, in the catalogue', async () => {
      const { items } = await mira.get<{ items: { track: { platform_id: string } }[] }>('/api/v1/history?limit=100');
      for (const { track } of items) {
        const { body } = await api.call(`/api/v1/tracks/${track.platform_id}`);
        expect(body.audio_features).toMatchObject({ danceability: expect.any(Number) as number });
      }
      const { body } = await api.call('/api/v1/genres/distribution', { headers: mira.headers });
      expect(body.total_genres).toBeGreaterThan(0);
    });

    it('leaves the figures current', async () => {
      const overview = await mira.get<Record<string, unknown>>('/api/v1/analytics/overview');
      expect(overview.total_tracks_played).toBe(50);
      const status = await mira.get<Record<string, unknown>>('/api/v1/analytics/rollup-status');
      expect(status).toMatchObject({ complete: true, coverage: 100 });
    });

    it('keeps the platform’s own top lists', async () => {
      const lists = await api.db.collection('top_items').find({ user_id: mira.userId }).toArray();
      expect(lists.map(({ kind, time_range }) => `${String(kind)} ${String(time_range)}`).sort()).toEqual(
        ['artists', 'tracks'].flatMap((kind) => ['long_term', 'medium_term', 'short_term'].map((r) => `${kind} ${r}`)),
      );
      for (const { items } of lists) expect(items).toHaveLength(50);
    });

    it('sets when the user was last synced', async () => {
      const user = await mira.get<{ last_synced_at: string }>('/api/v1/users/me');
      expect(Date.now() - Date.parse(user.last_synced_at)).toBeLessThan(60_000);
    });
  });

  it('of a listener who has never played anything brings nothing, and completes', async () => {
    const blanca = await link(platform, api, 'blanca');
    const [job] = await blanca.jobs();
    expect(job).toMatchObject({ status: 'completed', steps: [{ detail: 'no new plays', items: 0 }, {}, {}, {}, {}] });
  });

  it('begins anew with every login', async () => {
    const ferris = await link(platform, api, 'ferris');
    await link(platform, api, 'ferris');
    expect((await ferris.jobs()).map(({ job_type }) => job_type)).toEqual(['initial', 'initial']);
  });

  describe('asked for with POST /sync-jobs/trigger', () => {
    let otto: LinkedListener;

    beforeAll(async () => {
      otto = await link(platform, api, 'otto');
    });

    it('runs all steps as a periodic job', async () => {
      const { status, body } = await api.call(TRIGGER, { method: 'POST', headers: otto.headers });
      expect({ status, body }).toEqual({
        status: 200,
        body: { status: 'started', job_id: expect.any(String) as string, message: expect.any(String) as string },
      });
      const job = await otto.jobUntil(String(body.job_id));
      expect(job).toMatchObject({ job_type: 'periodic', status: 'completed' });
      expect(job.steps.map(({ action }) => action)).toEqual(STEPS);
    });

    it('shows what is to come while it runs', async () => {
      await platform.setWeather({ latency_ms: 800 });
      const { body } = await api.call(TRIGGER, { method: 'POST', headers: otto.headers });
      const running = await otto.jobUntil(String(body.job_id), ({ steps }) => steps[0]?.status === 'running');
      expect(running.steps.map(({ action, status }) => [action, status])).toEqual(
        STEPS.map((action, index) => [action, index === 0 ? 'running' : 'pending']),
      );
      await platform.clearWeather();
      await otto.jobUntil(String(body.job_id));
    });

    it('what-hurts 3: runs once when it is asked for twenty times at once, on two replicas', async () => {
      // The sync outlasts the asking.
      await platform.setWeather({ latency_ms: 300 });
      const replica = await createTestApp({ beside: api, env: platform.env });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? api : replica).call(TRIGGER, { method: 'POST', headers: otto.headers }),
        ),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      const started = answers.filter(({ body }) => body.status === 'started');
      const refused = answers.filter(({ body }) => body.status === 'already_running');
      expect([started.length, refused.length]).toEqual([1, 19]);
      expect(refused[0]?.body).toEqual({ status: 'already_running' });
      await otto.jobUntil(String(started[0]?.body.job_id));
      await replica.close();
    });

    it('stops when it is cancelled, and can be begun again', async () => {
      await platform.setWeather({ latency_ms: 800 });
      const { body } = await api.call(TRIGGER, { method: 'POST', headers: otto.headers });
      const id = String(body.job_id);
      await otto.jobUntil(id, ({ steps }) => steps[0]?.status === 'running');
      await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', headers: otto.headers });
      expect(await otto.jobUntil(id)).toMatchObject({ status: 'failed', error_message: 'cancelled' });
      await platform.clearWeather();
      expect(await otto.sync()).toMatchObject({ status: 'completed' });
    });

    it('is 401 without a session, and without a linked account', async () => {
      expect((await api.call(TRIGGER, { method: 'POST' })).status).toBe(401);
      const stranger = await api.signIn();
      const { status, body } = await api.call(TRIGGER, { method: 'POST', as: stranger });
      expect({ status, detail: body.detail }).toEqual({
        status: 401,
        detail: 'Your platform account is not linked. Log in again to reconnect your platform account.',
      });
    });
  });

  describe('of an account whose access was revoked', () => {
    it('what-hurts 17: fails with what to do, and works again after the next login', async () => {
      const nell = await link(platform, api, 'nell');
      await platform.setWeather({ revoke: ['nell'] });
      const job = await nell.sync();
      expect(job).toMatchObject({
        status: 'failed',
        error_message: 'Reconnect your platform account.',
        steps: [
          { action: 'recently_played', status: 'failed', error: 'Reconnect your platform account.' },
          {},
          {},
          {},
          {},
        ],
      });
      expect((await api.call(TRIGGER, { method: 'POST', headers: nell.headers })).status).toBe(401);

      const again = await linkNow(platform, api, 'nell');
      const [initial] = await again.jobs();
      expect(await again.jobUntil(initial?.id ?? '')).toMatchObject({ job_type: 'initial', status: 'completed' });
    });
  });
});
