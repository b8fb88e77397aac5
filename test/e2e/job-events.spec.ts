import { once } from 'node:events';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JobWatch } from '../../src/sync-jobs/events/job-watch.service';
import { SyncJob } from '../../src/sync-jobs/sync-job.schema';
import { SyncJobsService } from '../../src/sync-jobs/sync-jobs.service';
import { fakeOnly } from '../support/fake-only';
import { JobEvents } from '../support/job-events';
import { JobScript, type ScriptedJob, ScriptedJobsModule } from '../support/scripted-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

/** How often the service looks at the jobs that are watched. */
const LOOK_MS = 500;

describe('watching a job as events', () => {
  let worker: TestApp;
  /** Serves requests and runs no jobs. */
  let api: TestApp;
  let user: SignedIn;
  let goOn: () => void;

  beforeAll(async () => {
    worker = await createTestApp({ imports: [ScriptedJobsModule] });
    api = await createTestApp({ beside: worker, env: { APP_ROLE: 'api' } });
  });
  afterAll(async () => {
    await api.close();
    await worker.close();
  });
  beforeEach(async () => {
    user = await api.signIn();
    const asked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    worker.app.get(JobScript).work = async (job: ScriptedJob) => {
      job.beginStep('recently_played');
      job.setProgress({ itemsTotal: 3 });
      await job.commit({ batch: 0 });
      await Promise.race([asked, once(job.signal, 'abort')]);
      job.signal.throwIfAborted();
      job.setProgress({ itemsProcessed: 3 });
      job.endStep('recently_played', { items: 3 });
    };
  });
  afterEach(() => {
    goOn();
  });

  const start = async (): Promise<string> => {
    const job = await worker.app.get(SyncJobsService).start({ userId: user.userId, jobType: 'periodic' });
    return String(job?._id);
  };
  const watch = (id: string, headers: Record<string, string> = {}, at = api): Promise<JobEvents> =>
    JobEvents.open(`${at.url}/api/v1/sync-jobs/${id}/events`, { ...user.headers, ...headers });

  it('tells what another process does: the present state at once, each change, and the end', async () => {
    const id = await start();
    const events = await watch(id);
    const working = await events.until(({ data }) => data.items_total === 3);
    expect(working.data).toMatchObject({ id, status: 'running', steps: [{ action: 'recently_played' }] });
    goOn();
    await events.closed();
    const { body } = await api.call(`/api/v1/sync-jobs/${id}`, { as: user });
    expect(body).toMatchObject({ status: 'completed', items_processed: 3 });
    const [last, end] = events.seen.slice(-2);
    expect(last).toMatchObject({ type: 'message', data: body });
    expect(end).toEqual({ ...last, type: 'end' });
    const ids = events.seen.slice(0, -1).map((event) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(events.text.startsWith('\nid: ')).toBe(true);
    expect(events.text.match(/^retry: \d+$/gm)).toHaveLength(1);
  });

  it('tells of a job that has ended once more, under the same id, and ends', async () => {
    const id = await start();
    goOn();
    await (await watch(id)).closed();
    const [first, again] = await Promise.all([watch(id), watch(id)]);
    await Promise.all([first.closed(), again.closed()]);
    expect(first.seen.map(({ type }) => type)).toEqual(['message', 'end']);
    expect(again.text).toBe(first.text);
  });

  it('ends with the session, seconds after a logout', async () => {
    const id = await start();
    const events = await watch(id);
    await events.until(({ data }) => data.status === 'running');
    await worker.call('/api/v1/auth/logout', { method: 'POST', as: user });
    await events.closed();
    expect(events.seen.map(({ type }) => type)).not.toContain('end');
  });

  it('is not held back by compression or a proxy, and counts as one request', async () => {
    const id = await start();
    const before = await api.call('/api/v1/sync-jobs/stats', { as: user });
    const events = await watch(id, { 'accept-encoding': 'gzip' });
    await events.until(({ data }) => data.status === 'running');
    expect(Object.fromEntries(events.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String) as string,
    });
    expect(events.headers.get('content-encoding')).toBeNull();
    expect(events.headers.get('cache-control')).toContain('no-store');
    const after = await api.call('/api/v1/sync-jobs/stats', { as: user });
    const left = (answer: { headers: Headers }): number => Number(answer.headers.get('ratelimit-remaining'));
    expect(left(before) - left(after)).toBe(2);
    events.close();
  });

  it('goes on after the time in which other requests must be answered', async () => {
    const id = await start();
    // What bounds the time of a request.
    fakeOnly('setTimeout');
    const events = await watch(id);
    jest.advanceTimersByTime(31_000);
    jest.useRealTimers();
    goOn();
    await events.closed();
    expect(events.seen.at(-1)).toMatchObject({ type: 'end', data: { status: 'completed' } });
  });

  it('asks the database once a look for all who watch, and not at all when nobody does', async () => {
    const id = await start();
    const find = jest.spyOn(api.app.get<Model<SyncJob>>(getModelToken(SyncJob.name)), 'find');
    const all = await Promise.all(Array.from({ length: 20 }, () => watch(id)));
    await Promise.all(all.map((events) => events.until(({ data }) => data.items_total === 3)));
    const others = await api.call(`/api/v1/sync-jobs/${id}/events`, { as: user });
    expect(others).toMatchObject({ status: 503, body: { detail: expect.stringContaining('Stop watching') as string } });
    find.mockClear();
    const since = performance.now();
    goOn();
    await Promise.all(all.map((events) => events.closed()));
    const looks = Math.ceil((performance.now() - since) / LOOK_MS) + 1;
    expect(find.mock.calls.length).toBeLessThanOrEqual(looks);
    await emptied();
    find.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(find).not.toHaveBeenCalled();
  });

  it('forgets a client that hangs up', async () => {
    const id = await start();
    const events = await watch(id);
    expect(api.app.get(JobWatch).size).toBe(1);
    events.close();
    await emptied();
  });

  it('ends at once when the service stops, without the event that says that the job has ended', async () => {
    const id = await start();
    const replica = await createTestApp({ beside: worker, env: { APP_ROLE: 'api' } });
    const events = await watch(id, {}, replica);
    await events.until(({ data }) => data.status === 'running');
    const since = Date.now();
    const stopped = replica.close();
    await events.closed();
    // Nothing else has ended it.
    expect((await api.call(`/api/v1/sync-jobs/${id}`, { as: user })).body.status).toBe('running');
    await stopped;
    expect(Date.now() - since).toBeLessThan(3_000);
    expect(events.seen.map(({ type }) => type)).not.toContain('end');
  });

  it('ends when the job is deleted', async () => {
    const events = await watch(await start());
    await api.db.collection('sync_jobs').deleteMany({ user_id: user.userId });
    await events.closed();
    expect(events.seen.map(({ type }) => type)).not.toContain('end');
  });

  it('is another user’s affair, and nobody’s without a session', async () => {
    const id = await start();
    const stranger = await api.signIn();
    for (const job of [id, 'nonsense', '0123456789abcdef01234567'])
      expect(await api.call(`/api/v1/sync-jobs/${job}/events`, { as: stranger })).toMatchObject({
        status: 404,
        body: { detail: 'There is no job with this id' },
      });
    expect(await api.call(`/api/v1/sync-jobs/${id}/events`)).toMatchObject({ status: 401 });
  });

  /** Until nobody watches. */
  async function emptied(): Promise<void> {
    while (api.app.get(JobWatch).size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
