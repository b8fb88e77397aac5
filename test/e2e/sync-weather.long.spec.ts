import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { HOUR_MS } from '../../src/common/durations';
import { backlogDrained } from '../support/catalogue';
import { differences, heardBy, linesOf, linesOfRows, oldestOf, storedPlays } from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, linkNow, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

/** Of a day on which Otto plays something every hour until the evening. */
const NOON = Date.UTC(2025, 2, 7, 12);

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

  describe('what-hurts 4: with an error in every fifth answer, whatever is asked', () => {
    const EVERYWHERE = { path: '/*', status: 503, rate: 0.2 };
    const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

    /** Tries until the login is through, as a person does who is told to. */
    async function logIn(name: string): Promise<LinkedListener> {
      for (;;) {
        try {
          return await linkNow(platform, api, name);
        } catch (error) {
          expect(String(error)).toMatch(/No consent: 503|The login was not completed: 502/);
        }
      }
    }

    function expectHonestEnd(job: SyncJobResponse): void {
      const failed = job.steps.filter(({ status }) => status === 'failed');
      for (const { error } of failed) expect(error).toMatch(/^The platform answered with status 503\b/);
      expect(job.status).toBe(failed.some(({ action }) => action === 'recently_played') ? 'failed' : 'completed');
      if (job.status === 'failed') expect(job.error_message).toBe(job.steps[0]?.error);
    }

    it('each sync ends, and in the end everything has arrived', async () => {
      let at = NOON;
      await setClock(at);
      await platform.setWeather({ errors: [EVERYWHERE] });
      const otto = await logIn('otto');
      const [initial] = await otto.jobs();
      expectHonestEnd(await otto.jobUntil(initial?.id ?? ''));
      // Each time the access has run out, and the first to renew it cannot.
      const since = Date.now();
      await platform.setWeather({ errors: [{ path: '/api/token', status: 503, times: 1 }, EVERYWHERE] });
      const ends: SyncJobResponse[] = [];
      while (ends.length < 6 || ends.at(-1)?.steps.some(({ status }) => status !== 'completed') === true) {
        at += HOUR_MS;
        await setClock(at);
        await platform.setWeather({ expire: ['otto'] });
        const job = await otto.sync();
        expectHonestEnd(job);
        ends.push(job);
      }
      const failures = (await platform.requestsSince(since)).filter(({ status }) => status === 503);
      expect(new Set(failures.map(({ path }) => path))).toContain('/api/token');
      await backlogDrained(api);

      const rows = (await storedPlays(api, otto)).filter(({ played_at }) => played_at.getTime() <= at);
      expect(rows.length).toBeGreaterThan(100);
      const heard = linesOf(heardBy('otto', oldestOf(rows), at + 1));
      expect(differences(linesOfRows(rows), heard)).toEqual({ lost: [], added: [] });
      for (const id of new Set(rows.map(({ track }) => track.platform_id))) {
        const { body } = await api.call(`/api/v1/tracks/${id}`);
        expect(body.audio_features).toMatchObject({ danceability: expect.any(Number) as number });
      }
      expect((await otto.get<{ total_genres: number }>('/api/v1/genres/distribution')).total_genres).toBeGreaterThan(0);
      // In fair weather nothing is found that was missing.
      const tops = await topLists(otto);
      expect(tops).toHaveLength(6);
      await platform.clearWeather();
      await setClock(at);
      expect(stepsOf(await otto.sync())).toMatchObject({
        recently_played: { detail: 'no new plays' },
        audio_features: { detail: 'nothing new' },
        playlists: { detail: expect.stringMatching(/^0 copied, [4-8] unchanged$/) as string },
      });
      expect(await topLists(otto)).toEqual(tops);
    }, 120_000);

    const topLists = ({ userId }: LinkedListener) =>
      api.db
        .collection('top_items')
        .find({ user_id: userId })
        .project({ fetched_at: 0 })
        .sort({ kind: 1, time_range: 1 })
        .toArray();
  });

  it('fails with its cause when the feed cannot be read', async () => {
    const mira = await link(platform, api, 'mira');
    await platform.setWeather({ errors: [{ path: '/v1/me/player/recently-played', status: 500 }] });
    const job = await mira.sync();
    expect(job.status).toBe('failed');
    expect(job.error_message).toMatch(/^The platform answered with status 500\./);
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
});
