import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { SYNC_QUEUE } from '../../src/queue/queues';
import { JobReaper } from '../../src/sync-jobs/job-reaper.service';
import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { backlogDrained } from '../support/catalogue';
import { quietInstant } from '../support/heard-plays';
import { PAUSE_KEY, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecords } from '../support/small-uploads';
import { type LinkedListener, link, linkNow, stepsOf } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
const FEED = '/v1/me/player/recently-played';
const DETAIL = /^waits until (\S+): the platform takes no more calls of this app before that$/;

describe('what-hurts 2: a sync that is told to wait', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeEach(async () => {
    platform = await startSandboxPlatform();
    await platform.setWeather({ clock: { at: new Date(quietInstant(['mira', 'otto'])).toISOString() } });
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
  });
  afterEach(async () => {
    await api.close();
    await platform.close();
  });

  const jobRecords = () => api.db.collection<{ status: string; not_before: Date | null }>('sync_jobs');
  /** Syncs that a worker has, or is about to have. */
  const wakeUps = () =>
    api.app.get<Queue>(getQueueToken(SYNC_QUEUE), { strict: false }).getJobCountByTypes('active', 'wait');
  const callsSince = async (since: number) =>
    (await platform.requestsSince(since)).filter(({ path }) => path.startsWith('/v1/'));

  /** Listeners whose calls are the only ones: nobody else's are under way when the platform says to wait. */
  async function linked(...names: string[]): Promise<LinkedListener[]> {
    const listeners: LinkedListener[] = [];
    for (const name of names) listeners.push(await link(platform, api, name));
    await backlogDrained(api);
    return listeners;
  }

  async function trigger(listener: LinkedListener): Promise<string> {
    const { body } = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: listener.headers });
    expect(body.status).toBe('started');
    return String(body.job_id);
  }

  /** Has a listener's sync put back. @returns the job, and until when it says that it waits, Unix milliseconds */
  async function putBack(listener: LinkedListener, id: string): Promise<{ job: SyncJobResponse; until: number }> {
    const isPutBack = ({ status, steps }: SyncJobResponse): boolean =>
      status === 'pending' && steps.some(({ detail }) => DETAIL.test(detail));
    const job = await listener.jobUntil(id, isPutBack);
    const [, until = ''] = job.steps.map(({ detail }) => DETAIL.exec(detail)).find((found) => found !== null) ?? [];
    return { job, until: Date.parse(until) };
  }

  /** Resolves when no worker has a sync; one lets go of it just after it has put it back. */
  async function workersAreFree(): Promise<void> {
    while ((await wakeUps()) > 0) await sleep(20);
  }

  /** Puts the clocks of all that waits forward: that of the app's pause, which is Redis', and those of the jobs. */
  async function letPass(milliseconds: number): Promise<void> {
    const redis = api.app.get<Redis>(REQUEST_REDIS);
    await redis.pexpire(PAUSE_KEY, (await redis.pttl(PAUSE_KEY)) - milliseconds);
    for (const { _id, not_before } of await jobRecords().find({ status: 'pending' }).toArray())
      await jobRecords().updateOne(
        { _id },
        { $set: { not_before: new Date((not_before?.getTime() ?? 0) - milliseconds) } },
      );
  }

  it('a second waits, and calls not before', async () => {
    const [mira] = (await linked('mira')) as [LinkedListener];
    const since = Date.now();
    await platform.setWeather({ rate_limit: { retry_after_seconds: 1, times: 2 } });
    const job = await mira.sync();
    expect(job.steps.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'completed'));
    expect(await jobRecords().countDocuments({ not_before: { $ne: null } })).toBe(0);
    const calls = await callsSince(since);
    const refused = calls.flatMap(({ status }, index) => (status === 429 ? [index] : []));
    expect(refused).toHaveLength(2);
    const timeOf = (index: number): number => Date.parse(calls[index]?.time ?? '');
    for (const index of refused) expect(timeOf(index + 1) - timeOf(index)).toBeGreaterThanOrEqual(1000);
  });

  describe('a minute', () => {
    it('is put back with the reason, while all other work goes on, and calls not before', async () => {
      const [mira, otto] = (await linked('mira', 'otto')) as [LinkedListener, LinkedListener];
      const since = Date.now();
      await platform.setWeather({ rate_limit: { retry_after_seconds: MINUTE_SECONDS, times: 1 } });
      const ids = [await trigger(mira)];
      const { job, until } = await putBack(mira, ids[0] ?? '');
      expect(job.steps[0]).toMatchObject({ action: 'recently_played', status: 'pending', error: '' });
      expect(until - since).toBeGreaterThanOrEqual(MINUTE_SECONDS * 1000);
      expect(until - Date.now()).toBeLessThanOrEqual(MINUTE_SECONDS * 1000);

      // Another's sync must not call either, and says so; what needs no platform is done meanwhile.
      ids.push(await trigger(otto));
      await putBack(otto, ids[1] ?? '');
      await workersAreFree();
      expect(await imported(otto, 30)).toMatchObject({ status: 'completed', items_processed: 30 });
      expect((await otto.get<{ total: number }>('/api/v1/history')).total).toBe(50 + 30);
      const devices = await api.call('/api/v1/player/devices', { headers: otto.headers });
      expect(devices.status).toBe(503);
      expect(Number(devices.headers.get('retry-after'))).toBeGreaterThan(MINUTE_SECONDS - 30);
      const { paused_until } = await otto.get<{ paused_until: string }>('/api/v1/platform/capabilities');
      expect(Math.abs(Date.parse(paused_until) - until)).toBeLessThan(2_000);
      expect((await callsSince(since)).map(({ path, status }) => [path, status])).toEqual([[FEED, 429]]);

      await letPass((MINUTE_SECONDS - 5) * 1000);
      for (const [index, listener] of [mira, otto].entries())
        expect(await listener.jobUntil(ids[index] ?? '')).toMatchObject({
          status: 'completed',
          steps: [{ detail: 'no new plays', status: 'completed' }, {}, {}, {}, {}],
        });
      const [, next] = await callsSince(since);
      expect(Date.parse(next?.time ?? '')).toBeGreaterThanOrEqual(since + 5_000);
    }, 60_000);

    it('goes on with the steps that are left', async () => {
      const since = Date.now();
      // Without a Retry-After, half a minute is waited.
      await platform.setWeather({ errors: [{ path: '/v1/me/top/*', status: 429, times: 1 }] });
      const mira = await linkNow(platform, api, 'mira');
      const [initial] = await mira.jobs();
      const { job } = await putBack(mira, initial?.id ?? '');
      expect(job.steps.map(({ status }) => status)).toEqual([
        ...['completed', 'completed', 'completed'],
        ...['pending', 'pending'],
      ]);
      await letPass(MINUTE_SECONDS * 1000);
      const done = await mira.jobUntil(job.id);
      expect(done).toMatchObject({
        status: 'completed',
        steps: [{ detail: '50 new plays' }, {}, {}, { detail: '150 artists and 150 tracks over 3 time ranges' }, {}],
      });
      expect(done.items_processed).toBe(done.steps.reduce((sum, { items }) => sum + items, 0));
      expect((await callsSince(since)).filter(({ path }) => path === FEED)).toHaveLength(1);
    });
  });

  it('does not say so any more when it goes on', async () => {
    const path = '/v1/me/top/*';
    await platform.setWeather({
      errors: [
        { path, status: 429, times: 1 },
        { path, status: 503 },
      ],
    });
    const mira = await linkNow(platform, api, 'mira');
    const [initial] = await mira.jobs();
    const { job } = await putBack(mira, initial?.id ?? '');
    await letPass(MINUTE_SECONDS * 1000);
    expect(stepsOf(await mira.jobUntil(job.id)).top_items).toMatchObject({
      status: 'failed',
      detail: '',
      error: expect.stringContaining('status 503') as string,
    });
  });

  describe('a day', () => {
    it('is put back with the reason, and holds no worker', async () => {
      const listeners = await linked('synthetic-1', 'synthetic-2', 'synthetic-3');
      await platform.setWeather({ rate_limit: { retry_after_seconds: DAY_SECONDS } });
      const ids = await Promise.all(listeners.map(trigger));
      for (const [index, listener] of listeners.entries()) {
        const { until } = await putBack(listener, ids[index] ?? '');
        expect(until - Date.now()).toBeGreaterThan((DAY_SECONDS - 60) * 1000);
      }
      await workersAreFree();
      const asked = (await platform.requestsSince(0)).length;
      const again = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: listeners[0]?.headers });
      expect(again.body).toEqual({ status: 'already_running' });
      await api.app.get(JobReaper).sweep(new Date());
      expect(await wakeUps()).toBe(0);
      expect((await platform.requestsSince(0)).length).toBe(asked);
      expect(await jobRecords().countDocuments({ status: 'pending' })).toBe(listeners.length);
    }, 60_000);

    it('goes on by itself when the wait is over', async () => {
      const [mira] = (await linked('mira')) as [LinkedListener];
      await platform.setWeather({ rate_limit: { retry_after_seconds: DAY_SECONDS, times: 1 } });
      const since = Date.now();
      const { job } = await putBack(mira, await trigger(mira));
      expect(job.steps[0]?.status).toBe('pending');
      await letPass((DAY_SECONDS - 2) * 1000);
      expect(await mira.jobUntil(job.id)).toMatchObject({
        status: 'completed',
        steps: [{ detail: 'no new plays' }, {}, {}, {}, {}],
      });
      const [refused, next] = await callsSince(since);
      expect(refused?.status).toBe(429);
      expect(Date.parse(next?.time ?? '')).toBeGreaterThanOrEqual(since + 2_000);
    });

    it('can be cancelled meanwhile', async () => {
      const [mira] = (await linked('mira')) as [LinkedListener];
      await platform.setWeather({ rate_limit: { retry_after_seconds: DAY_SECONDS } });
      const { job } = await putBack(mira, await trigger(mira));
      await api.call(`/api/v1/sync-jobs/${job.id}/cancel`, { method: 'POST', headers: mira.headers });
      expect(await mira.jobUntil(job.id)).toMatchObject({ status: 'failed', error_message: 'cancelled' });
    });
  });

  async function imported(listener: LinkedListener, plays: number): Promise<SyncJobResponse> {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(extendedRecords(plays))]), 'Streaming_History_Audio_2020.json');
    const { body } = await api.call('/api/v1/history/import', {
      method: 'POST',
      headers: listener.headers,
      body: form,
    });
    return listener.jobUntil(String(body.job_id));
  }
});
