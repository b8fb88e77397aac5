import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { backlogDrained } from '../support/catalogue';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, linkNow, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const PAUSE = 'platform:playledger-sandbox:pause';
const DAY_SECONDS = 86_400;

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

  const endPause = (): Promise<number> => api.app.get<Redis>(REQUEST_REDIS).del(PAUSE);
  const jobRecords = () => api.db.collection<{ status: string; not_before: Date | null }>('sync_jobs');

  it('waits a second when the platform says so', async () => {
    const mira = await link(platform, api, 'mira');
    // Nobody else's call is under way when the platform says so.
    await backlogDrained(api);
    const since = Date.now();
    await platform.setWeather({ rate_limit: { retry_after_seconds: 1, times: 2 } });
    const job = await mira.sync();
    expect(job.steps.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'completed'));
    expect(await jobRecords().countDocuments({ not_before: { $ne: null } })).toBe(0);
    const calls = (await platform.requestsSince(since)).filter(({ path }) => path.startsWith('/v1/'));
    const refused = calls.flatMap(({ status }, index) => (status === 429 ? [index] : []));
    expect(refused).toHaveLength(2);
    const timeOf = (index: number): number => Date.parse(calls[index]?.time ?? '');
    for (const index of refused) expect(timeOf(index + 1) - timeOf(index)).toBeGreaterThanOrEqual(1000);
  });

  describe('what-hurts 2: told to wait a day', () => {
    it('is put back with the reason, and holds no worker', async () => {
      const listeners: LinkedListener[] = [];
      for (let number = 1; number <= 6; number += 1) listeners.push(await link(platform, api, `synthetic-${number}`));
      await platform.setWeather({ rate_limit: { retry_after_seconds: DAY_SECONDS } });
      const jobs = await Promise.all(
        listeners.map(async (listener) => {
          const { body } = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: listener.headers });
          return listener.jobUntil(String(body.job_id), ({ steps }) => /^waits until/.test(steps[0]?.detail ?? ''));
        }),
      );
      // More of them than a worker takes at once: had one been held, the others would not have been begun.
      for (const job of jobs) {
        const [, until = ''] =
          /^waits until (\S+): the platform takes no more calls/.exec(job.steps[0]?.detail ?? '') ?? [];
        expect(Date.parse(until) - Date.now()).toBeGreaterThan((DAY_SECONDS - 60) * 1000);
      }
      await Promise.all(
        listeners.map((listener, index) =>
          listener.jobUntil(jobs[index]?.id ?? '', ({ status }) => status === 'pending'),
        ),
      );
      const asked = (await platform.requestsSince(0)).length;
      const again = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: listeners[0]?.headers });
      expect(again.body).toEqual({ status: 'already_running' });
      // Longer than the reaper takes to look for jobs that nobody works on.
      await sleep(6_000);
      expect((await platform.requestsSince(0)).length).toBe(asked);
      expect(await jobRecords().countDocuments({ status: 'pending' })).toBe(6);
    }, 60_000);

    it('goes on by itself when the wait is over', async () => {
      const mira = await link(platform, api, 'mira');
      await platform.setWeather({ rate_limit: { retry_after_seconds: DAY_SECONDS } });
      const { body } = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: mira.headers });
      const id = String(body.job_id);
      const put = await mira.jobUntil(id, ({ status, steps }) => status === 'pending' && steps.length > 0);
      expect(put.steps[0]?.status).toBe('pending');
      await platform.clearWeather();
      await endPause();
      await jobRecords().updateOne({ status: 'pending' }, { $set: { not_before: new Date() } });
      expect(await mira.jobUntil(id)).toMatchObject({
        status: 'completed',
        steps: [{ detail: 'no new plays' }, {}, {}, {}, {}],
      });
    });

    it('can be cancelled meanwhile', async () => {
      const mira = await link(platform, api, 'mira');
      await platform.setWeather({ rate_limit: { retry_after_seconds: DAY_SECONDS } });
      const { body } = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: mira.headers });
      const id = String(body.job_id);
      await mira.jobUntil(id, ({ status, steps }) => status === 'pending' && steps.length > 0);
      await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', headers: mira.headers });
      expect(await mira.jobUntil(id)).toMatchObject({ status: 'failed', error_message: 'cancelled' });
    });
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
