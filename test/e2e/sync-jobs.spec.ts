import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bullmq';
import { getModelToken } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import { type Model, Types } from 'mongoose';
import { SYNC_QUEUE } from '../../src/queue/queues';
import { JobFailed, JobPostponed } from '../../src/sync-jobs/job-errors';
import { JobReaper } from '../../src/sync-jobs/job-reaper.service';
import { JobRetention } from '../../src/sync-jobs/job-retention.service';
import { JobRunner } from '../../src/sync-jobs/job-runner.service';
import { SyncJob } from '../../src/sync-jobs/sync-job.schema';
import type { SyncJobResponse, SyncJobsResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { SyncJobsService } from '../../src/sync-jobs/sync-jobs.service';
import { hasEnded } from '../support/api-calls';
import { JobScript, type ScriptedJob, ScriptedJobsModule } from '../support/scripted-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const POLL_MS = 25;

describe('sync jobs', () => {
  let api: TestApp;
  let user: SignedIn;
  let script: JobScript;

  beforeAll(async () => {
    api = await createTestApp({ imports: [ScriptedJobsModule] });
    script = api.app.get(JobScript);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    user = await api.signIn();
    script.work = () => Promise.resolve();
  });

  const start = async (): Promise<string> => {
    const job = await api.app.get(SyncJobsService).start({ userId: user.userId, jobType: 'periodic' });
    return String(job?._id);
  };
  const read = async (id: string): Promise<SyncJobResponse> =>
    (await api.call(`/api/v1/sync-jobs/${id}`, { as: user })).body as unknown as SyncJobResponse;
  const until = async (id: string, wanted: (job: SyncJobResponse) => boolean): Promise<SyncJobResponse> => {
    for (;;) {
      const job = await read(id);
      if (wanted(job)) return job;
      await sleep(POLL_MS);
    }
  };
  /** Works until it is told to stop. */
  const untilInterrupted = async (job: ScriptedJob): Promise<void> => {
    job.beginStep('recently_played');
    await once(job.signal, 'abort');
    await job.commit({ batch: 0 });
  };

  it('run through their steps and keep what they report', async () => {
    script.work = async (job) => {
      job.setProgress({ itemsTotal: 3 });
      job.beginStep('recently_played');
      job.setProgress({ itemsProcessed: 3, report: { stored: 3 } });
      await job.commit({ batch: 1 });
      job.endStep('recently_played', { items: 3, detail: '3 new plays' });
    };
    const job = await until(await start(), hasEnded);
    expect(job).toMatchObject({
      job_type: 'periodic',
      status: 'completed',
      items_processed: 3,
      items_total: 3,
      error_message: '',
      report: { stored: 3 },
      steps: [{ action: 'recently_played', status: 'completed', detail: '3 new plays', items: 3, error: '' }],
    });
    const times = [job.created_at, job.started_at, job.completed_at].map(String);
    expect([...times].sort()).toEqual(times);
  });

  it('fail with the sentence that the work gives, and so does the step under way', async () => {
    script.work = (job) => {
      job.beginStep('playlists');
      throw new JobFailed('Reconnect your platform account.');
    };
    expect(await until(await start(), hasEnded)).toMatchObject({
      status: 'failed',
      error_message: 'Reconnect your platform account.',
      steps: [{ action: 'playlists', status: 'failed', error: 'Reconnect your platform account.' }],
    });
  });

  it('keep the inner cause of an unforeseen failure out of the answer', async () => {
    script.work = () => Promise.reject(new TypeError('secret internals'));
    const job = await until(await start(), hasEnded);
    expect(job.status).toBe('failed');
    expect(job.error_message).not.toContain('secret');
    expect(job.error_message).toContain(job.id);
  });

  it('run one at a time per user, however many are asked for at once', async () => {
    script.work = untilInterrupted;
    const service = api.app.get(SyncJobsService);
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => service.start({ userId: user.userId, jobType: 'periodic' })),
    );
    const started = starts.filter((job) => job !== null);
    expect(started).toHaveLength(1);
    await api.call(`/api/v1/sync-jobs/${String(started[0]?._id)}/cancel`, { method: 'POST', as: user });
    await until(String(started[0]?._id), hasEnded);
    expect(await service.start({ userId: user.userId, jobType: 'periodic' })).not.toBeNull();
  });

  it('stop at their next batch when they are cancelled', async () => {
    script.work = untilInterrupted;
    const id = await start();
    await until(id, (job) => job.status === 'running');
    const { status } = await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', as: user });
    expect(status).toBe(200);
    expect(await until(id, hasEnded)).toMatchObject({ status: 'failed', error_message: 'cancelled' });
  });

  it('stay as they are when they are cancelled after their end', async () => {
    const id = await start();
    const before = await until(id, hasEnded);
    await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', as: user });
    expect(await read(id)).toEqual(before);
  });

  it('are another user’s affair', async () => {
    const id = await start();
    const stranger = await api.signIn();
    for (const path of [`/api/v1/sync-jobs/${id}`, '/api/v1/sync-jobs/nonsense'])
      expect((await api.call(path, { as: stranger })).status).toBe(404);
    expect((await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', as: stranger })).status).toBe(404);
  });

  it('are listed newest first, by page, status and type', async () => {
    for (let i = 0; i < 3; i++) await until(await start(), hasEnded);
    const list = async (query: string): Promise<SyncJobsResponse> =>
      (await api.call(`/api/v1/sync-jobs?${query}`, { as: user })).body as unknown as SyncJobsResponse;
    const all = await list('');
    expect(all).toMatchObject({ total: 3, page: 1, limit: 20, pages: 1 });
    const times = all.items.map((job) => job.created_at);
    expect([...times].sort().reverse()).toEqual(times);
    expect(await list('limit=2')).toMatchObject({
      total: 3,
      pages: 2,
      items: all.items.slice(0, 2).map(({ id }) => ({ id })),
    });
    expect(await list('limit=3')).toMatchObject({ total: 3, pages: 1 });
    expect(await list('limit=2&page=2')).toMatchObject({ total: 3, pages: 2, items: [{ id: all.items[2]?.id }] });
    expect(await list('page=9')).toMatchObject({ total: 3, items: [] });
    expect((await list('status=failed')).total).toBe(0);
    expect((await list('status=completed&job_type=periodic')).total).toBe(3);
    expect((await list('job_type=import')).total).toBe(0);
  });

  it('are summed up', async () => {
    expect((await api.call('/api/v1/sync-jobs/stats', { as: user })).body).toEqual({
      total_jobs: 0,
      completed: 0,
      failed: 0,
      running: 0,
      total_items_synced: 0,
      last_sync_at: null,
    });
    script.work = (job) => {
      job.setProgress({ itemsProcessed: 5 });
      return Promise.resolve();
    };
    const done = await until(await start(), hasEnded);
    script.work = () => Promise.reject(new JobFailed('no'));
    await until(await start(), hasEnded);
    expect((await api.call('/api/v1/sync-jobs/stats', { as: user })).body).toEqual({
      total_jobs: 2,
      completed: 1,
      failed: 1,
      running: 0,
      total_items_synced: 5,
      last_sync_at: done.completed_at,
    });
  });
});

describe('a job that does not come to its end', () => {
  let api: TestApp;
  let runner: JobRunner;
  let reaper: JobReaper;
  let user: SignedIn;
  let id: string;

  beforeAll(async () => {
    // No workers of its own: the test is the worker.
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    runner = api.app.get(JobRunner);
    reaper = api.app.get(JobReaper);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    user = await api.signIn();
    id = String((await api.app.get(SyncJobsService).start({ userId: user.userId, jobType: 'periodic' }))?._id);
  });

  const read = async (): Promise<SyncJobResponse> =>
    (await api.call(`/api/v1/sync-jobs/${id}`, { as: user })).body as unknown as SyncJobResponse;
  const stepNamed = ({ steps }: SyncJobResponse, action: string): SyncJobResponse['steps'][number] | undefined =>
    steps.find((step) => step.action === action);
  const dieWorkingOnIt = (): Promise<unknown> =>
    api.db
      .collection('sync_jobs')
      .updateOne({ _id: new Types.ObjectId(id) }, { $set: { status: 'running', heartbeat_at: new Date(0) } });

  it('is cancelled also when its worker puts it back at that moment', async () => {
    const stored = api.db.collection('sync_jobs');
    await stored.updateOne({ _id: new Types.ObjectId(id) }, { $set: { status: 'running', heartbeat_at: new Date() } });
    const jobs = api.app.get<Model<SyncJob>>(getModelToken(SyncJob.name));
    const update = jobs.updateOne.bind(jobs);
    const updates = jest.spyOn(jobs, 'updateOne').mockImplementationOnce((async (
      ...args: Parameters<typeof update>
    ) => {
      const result = await update(...args);
      await stored.updateOne({ _id: new Types.ObjectId(id) }, { $set: { status: 'pending' } });
      return result;
    }) as never);
    await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', as: user });
    updates.mockRestore();
    expect(await read()).toMatchObject({ status: 'failed', error_message: 'cancelled' });
  });

  it('is cancelled at once while it is pending, and is not run any more', async () => {
    // A service that stopped had begun it.
    await runner.run(id, async (job) => {
      job.beginStep('recently_played');
      job.endStep('recently_played');
      job.beginStep('playlists');
      runner.stopAll();
      await job.commit(null);
    });
    expect(stepNamed(await read(), 'playlists')).toMatchObject({ status: 'pending' });
    await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', as: user });
    expect(await read()).toMatchObject({
      status: 'failed',
      error_message: 'cancelled',
      steps: [
        { action: 'recently_played', status: 'completed', error: '' },
        { action: 'audio_features', status: 'pending', error: '' },
        { action: 'playlists', status: 'failed', error: 'cancelled' },
        { action: 'top_items', status: 'pending', error: '' },
        { action: 'analytics', status: 'pending', error: '' },
      ],
    });
    let ran = false;
    await runner.run(id, () => {
      ran = true;
      return Promise.resolve();
    });
    expect(ran).toBe(false);
  });

  it('goes back to pending when the service stops, and is taken up from its last commit', async () => {
    const run = runner.run<unknown, { batch: number }>(id, async (job) => {
      await job.commit({ batch: 7 });
      runner.stopAll();
      await job.commit({ batch: 8 });
      throw new Error('went on after it was told to stop');
    });
    await run;
    expect(await read()).toMatchObject({ status: 'pending', error_message: '' });
    let checkpoint: unknown;
    await runner.run(id, (job) => {
      checkpoint = job.checkpoint;
      return Promise.resolve();
    });
    expect(checkpoint).toEqual({ batch: 8 });
    expect(await read()).toMatchObject({ status: 'completed' });
  });

  it('is not run before its time when it was postponed, and its step begins anew then', async () => {
    const wakeUps = api.app.get<Queue>(getQueueToken(SYNC_QUEUE), { strict: false });
    const until = new Date(Date.now() + 3600_000);
    await runner.run(id, (job) => {
      job.beginStep('playlists');
      job.updateStep('playlists', { detail: 'waits' });
      throw new JobPostponed(until);
    });
    const waiting = await read();
    expect(waiting).toMatchObject({ status: 'pending' });
    expect(stepNamed(waiting, 'playlists')).toMatchObject({ status: 'pending', detail: 'waits' });
    let ran = false;
    const work = (): Promise<void> => {
      ran = true;
      return Promise.resolve();
    };
    await runner.run(id, work);
    await reaper.sweep(new Date(until.getTime() - 1));
    expect([ran, await wakeUps.getJob(`${id}-1`)]).toEqual([false, undefined]);
    await reaper.sweep(until);
    expect(await wakeUps.getJob(`${id}-1`)).toMatchObject({ data: { jobId: id } });
    await api.db
      .collection('sync_jobs')
      .updateOne({ _id: new Types.ObjectId(id) }, { $set: { not_before: new Date() } });
    await runner.run(id, work);
    expect(ran).toBe(true);
  });

  it('is left to the worker that shows signs of life', async () => {
    await runner.run(id, async () => {
      await reaper.sweep(new Date());
      expect(await read()).toMatchObject({ status: 'running' });
    });
    expect(await read()).toMatchObject({ status: 'completed' });
  });

  it('is taken from a worker that is dead, whose late writes change nothing', async () => {
    let interrupted: unknown;
    await runner.run<unknown, null>(id, async (job) => {
      job.beginStep('playlists');
      await job.commit(null);
      await dieWorkingOnIt();
      await reaper.sweep(new Date());
      job.setProgress({ itemsProcessed: 99 });
      interrupted = await job.commit(null).catch((error: unknown) => error);
      throw interrupted;
    });
    expect(interrupted).toMatchObject({ reason: 'lost' });
    const left = await read();
    expect(left).toMatchObject({ status: 'pending', items_processed: 0 });
    expect(stepNamed(left, 'playlists')).toMatchObject({ status: 'pending' });
  });

  it('is given up after more than three deaths in a row', async () => {
    await runner.run(id, async (job) => {
      job.beginStep('playlists');
      runner.stopAll();
      await job.commit(null);
    });
    for (let death = 1; death <= 3; death++) {
      await dieWorkingOnIt();
      await reaper.sweep(new Date());
      expect(await read()).toMatchObject({ status: 'pending' });
    }
    await dieWorkingOnIt();
    await reaper.sweep(new Date());
    const job = await read();
    expect(job.status).toBe('failed');
    expect(job.error_message).toContain('given up');
    expect(stepNamed(job, 'playlists')).toMatchObject({ status: 'failed', error: job.error_message });
  });

  it('is not given up while batches are committed between deaths', async () => {
    for (let death = 1; death <= 6; death++) {
      await runner.run<unknown, { batch: number }>(id, async (job) => {
        await job.commit({ batch: death });
        runner.stopAll();
        job.signal.throwIfAborted();
      });
      await dieWorkingOnIt();
      await reaper.sweep(new Date());
      expect(await read()).toMatchObject({ status: 'pending' });
    }
  });
});

describe('jobs that ended long ago', () => {
  it('are forgotten after JOB_RETENTION_DAYS', async () => {
    const api = await createTestApp({ env: { JOB_RETENTION_DAYS: '10' }, imports: [ScriptedJobsModule] });
    const user = await api.signIn();
    const service = api.app.get(SyncJobsService);
    const job = await service.start({ userId: user.userId, jobType: 'periodic' });
    await service.cancel(user.userId, String(job?._id));
    const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 3600 * 1000);
    const retention = api.app.get(JobRetention);
    await retention.sweep(inDays(9));
    expect((await api.call('/api/v1/sync-jobs', { as: user })).body.total).toBe(1);
    await retention.sweep(inDays(11));
    expect((await api.call('/api/v1/sync-jobs', { as: user })).body.total).toBe(0);
    await api.close();
  });
});
