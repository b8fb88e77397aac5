import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getConnectionToken } from '@nestjs/mongoose';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Redis } from 'ioredis';
import { type Connection, Types } from 'mongoose';
import { ErasureSweeper } from '../../src/account/erasure/erasure-sweeper.service';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { UserDataOwners } from '../../src/database/user-data/user-data-owners.service';
import { UserDeletions } from '../../src/database/user-data/user-deletions.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import { PlayRows } from '../../src/history/writing/play-rows.service';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { ScheduleQueue } from '../../src/sync/schedules/schedule-queue.service';
import { SyncJobsService } from '../../src/sync-jobs/sync-jobs.service';
import { jobUntil } from '../support/api-calls';
import { fill } from '../support/contract/filled-user';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecords } from '../support/small-uploads';
import type { Caller } from '../support/history-calls';
import { link, linkNow } from '../support/sync-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const ME = '/api/v1/users/me';
const POLL_MS = 20;
/** Has the ids of users who have left, so that nothing brings them back. */
const MEMORY = 'user_deletions';

describe('a user who leaves', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ENV: 'development' } });
    // What a deletion leaves is looked for when a test says so.
    const timers = api.app.get(SchedulerRegistry);
    for (const name of timers.getIntervals()) timers.deleteInterval(name);
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });
  afterEach(() => jest.restoreAllMocks());

  const leave = (as: { headers: { authorization: string } }) => api.call(ME, { method: 'DELETE', headers: as.headers });
  /** Wherever in the database, in Redis and in the data folder a user's id still stands. */
  async function tracesOf(userId: string): Promise<string[]> {
    const collections = (await api.db.listCollections()).map(({ name }) => name).filter((name) => name !== MEMORY);
    const redis = api.app.get<Redis>(REQUEST_REDIS);
    const keys = await redis.keys(`*${userId}*`);
    const rows = await Promise.all(
      collections.map(async (name) => {
        const documents = await api.db.collection(name).find().toArray();
        return documents.filter((document) => JSON.stringify(document).includes(userId)).map(() => name);
      }),
    );
    // What says that nothing of the user's is worth anything, and what runs out by itself within a minute.
    return [...rows.flat(), ...keys.filter((key) => !/session:revoked-user:|rate-limit:/.test(key))];
  }
  async function everythingOf({ userId }: SignedIn): Promise<unknown> {
    const names = (await api.db.listCollections()).map(({ name }) => name).sort();
    const own = (name: string) => (name === 'users' ? { _id: new Types.ObjectId(userId) } : { user_id: userId });
    const rowsOf = (name: string) => api.db.collection(name).find(own(name)).toArray();
    return Promise.all(names.map(async (name) => [name, await rowsOf(name)]));
  }
  function upload(as: { headers: { authorization: string } }, records: object[]) {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(records)]), 'a.json');
    return api.call('/api/v1/history/import', { method: 'POST', headers: as.headers, body: form });
  }
  const importFolders = (): string[] => readdirSync(join(api.settings.dataDir, 'imports'));

  it('has an owner in whatever is kept of users', () => {
    const owned = api.app
      .get(UserDataOwners)
      .all()
      .flatMap(({ collections }) =>
        collections.map(({ collection, field }) => `${collection.collectionName}.${field}`),
      );
    const { models } = api.app.get<Connection>(getConnectionToken(JOBS_CONNECTION));
    const kept = Object.values(models).flatMap(({ schema, collection: { collectionName } }) => {
      if ('user_id' in schema.paths) return [`${collectionName}.user_id`];
      // Documents whose own id is not made for them are one for each user.
      const isPerUser =
        schema.path('_id').instance === 'String' && ![MEMORY, 'catalogue_state'].includes(collectionName);
      return isPerUser ? [`${collectionName}._id`] : [];
    });
    expect(kept.length).toBeGreaterThan(15);
    expect(owned.sort()).toEqual(kept.sort());
  });

  it('is gone with everything, and nobody else’s is touched', async () => {
    const mira = await link(platform, api, 'mira');
    const other = await api.signIn('other');
    const belongings = { plays: 30, playlists: 2, jobs: 2, calls: 2 };
    await fill(api, other, { ...belongings, mark: 'other' });
    await fill(api, mira, { ...belongings, mark: 'own' });
    const { body: job } = await upload(mira, [...extendedRecords(3), {}]);
    await jobUntil(api.url, mira.headers, String(job.job_id));
    const turn = { userId: mira.userId, tick: new Date(), delayMs: 600_000 };
    await api.app.get(ScheduleQueue).enqueue('sync', [turn] as never);
    const before = await everythingOf(other);
    expect(new Set(await tracesOf(mira.userId)).size).toBeGreaterThan(10);

    expect(await leave(mira)).toMatchObject({ status: 200, body: { status: 'deleted' } });
    expect(await tracesOf(mira.userId)).toEqual([]);
    expect(importFolders()).toEqual([]);
    expect(await everythingOf(other)).toEqual(before);
    expect(await api.db.collection('tracks').countDocuments()).toBeGreaterThan(30);
    await leave(other);
  }, 180_000);

  it('is nobody afterwards, and a fresh user who comes again', async () => {
    const mira = await link(platform, api, 'mira');
    const before = await linkNow(platform, api, 'mira');
    await leave(mira);
    for (const { headers } of [mira, before]) {
      for (const path of [ME, '/api/v1/history', `${ME}/export`])
        expect((await api.call(path, { headers })).status).toBe(401);
      expect((await upload({ headers }, extendedRecords(1))).status).toBe(401);
      expect((await api.call('/api/v1/auth/status', { headers })).body).toMatchObject({ authenticated: false });
    }
    const cookie = mira.headers.authorization.replace('Bearer ', 'playledger_session=');
    expect((await api.call(ME, { headers: { cookie } })).status).toBe(401);
    expect((await api.call('/api/v1/auth/status')).body).toMatchObject({ authenticated: false, user: null });
    expect((await api.call('/api/v1/auth/dev-login')).status).toBe(404);
    expect((await leave(mira)).status).toBe(401);

    const again = await link(platform, api, 'mira');
    expect(again.userId).not.toBe(mira.userId);
    const { total } = await again.get<{ total: number }>('/api/v1/history');
    expect(total).toBe(50);
    await leave(again);
  }, 180_000);

  /** Leaves while a job's next write is held back, until the answer is there or has been waited for for long enough. */
  async function leaveDuring(as: Caller, write: jest.SpyInstance, begin: () => Promise<unknown>): Promise<void> {
    const original = write.getMockImplementation();
    const reached = new Promise<() => void>((resolve) => {
      write.mockImplementationOnce(async (...batch: unknown[]) => {
        await new Promise<void>((goOn) => {
          resolve(goOn);
        });
        return original?.(...batch) as unknown;
      });
    });
    await begin();
    const goOn = await reached;
    const left = leave(as);
    await Promise.race([left, sleep(1_500)]);
    goOn();
    expect(await left).toMatchObject({ status: 200, body: { status: 'deleted' } });
    // The call to the platform that was under way is logged when it has ended.
    await sleep(1_000);
    expect((await tracesOf(as.userId)).filter((name) => name !== 'api_logs')).toEqual([]);
  }

  it('is not brought back by an import that runs, nor by those that wait', async () => {
    const user = await api.signIn();
    await leaveDuring(user, spyOn(api.app.get(PlayRows, { strict: false }), 'store'), async () => {
      await upload(user, extendedRecords(6_000));
      await upload(user, extendedRecords(10));
    });
    expect(importFolders()).toEqual([]);
  }, 180_000);

  it('is not brought back by a sync that runs', async () => {
    const otto = await link(platform, api, 'otto');
    await api.db.collection('sync_states').deleteMany({});
    await leaveDuring(otto, spyOn(api.app.get(HistoryWriter), 'write'), () =>
      api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: otto.headers }),
    );
  }, 180_000);

  it('gets no new job from what had begun before', async () => {
    const user = await api.signIn();
    await leave(user);
    const late = api.app.get(SyncJobsService).start({ userId: user.userId, jobType: 'import', payload: { files: [] } });
    await expect(late).rejects.toThrow('Not authenticated');
    expect(await tracesOf(user.userId)).toEqual([]);
  });

  it('is erased at the next start when the process dies on the way', async () => {
    const user = await api.signIn();
    await fill(api, user, { mark: 'half', plays: 3, playlists: 1, jobs: 1, calls: 1 });
    // As far as a process came that died then.
    await api.app.get(UserDeletions).begin(user.userId);
    const next = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
    while ((await tracesOf(user.userId)).length > 0) await sleep(POLL_MS);
    await next.close();
    expect((await api.call(ME, { as: user })).status).toBe(401);
  }, 180_000);

  it('is erased in spite of a database that fails on the way', async () => {
    const user = await api.signIn();
    await fill(api, user, { mark: 'fail', plays: 3 });
    const [owner] = api.app
      .get(UserDataOwners)
      .all()
      .filter(({ collections }) => collections.length > 3);
    const deleteMany = jest.spyOn(owner?.collections[0]?.collection as never, 'deleteMany');
    deleteMany.mockRejectedValueOnce(new Error('the disk is on fire') as never);
    expect((await leave(user)).status).toBe(500);
    expect((await tracesOf(user.userId)).length).toBeGreaterThan(0);
    await api.app.get(ErasureSweeper).sweep(new Date());
    expect(await tracesOf(user.userId)).toEqual([]);
  }, 180_000);

  it('is erased though the erasure of another does not end', async () => {
    const [stuck, user] = [await api.signIn(), await api.signIn()];
    await fill(api, user, { mark: 'stuck', plays: 3 });
    const jobs = api.db.collection('sync_jobs');
    const soon = new Date(Date.now() + 30_000);
    await jobs.insertOne({ user_id: stuck.userId, lane: 'sync', status: 'running', runs: 0, heartbeat_at: soon });
    for (const { userId } of [stuck, user]) await api.app.get(UserDeletions).begin(userId);
    const swept = api.app.get(ErasureSweeper).sweep(new Date());
    while ((await tracesOf(user.userId)).length > 0) await sleep(POLL_MS);
    expect(await jobs.deleteMany({ user_id: stuck.userId, status: 'running' })).toMatchObject({ deletedCount: 1 });
    await swept;
    expect(await tracesOf(stuck.userId)).toEqual([]);
  });

  it('takes along what came after, too', async () => {
    const user = await api.signIn();
    await leave(user);
    await api.db.collection('api_logs').insertOne({ user_id: user.userId });
    const sweeper = api.app.get(ErasureSweeper);
    await sweeper.sweep(new Date());
    expect(await tracesOf(user.userId)).toEqual([]);
    const { body } = await api.call('/api/v1/auth/status');
    expect(body.authenticated).toBe(false);
    // It is looked for until nothing can be under way any more.
    expect(await api.app.get(UserDeletions).due()).not.toEqual([]);
    await sweeper.sweep(new Date(Date.now() + 3_600_000));
    expect(await api.app.get(UserDeletions).due()).toEqual([]);
  });
});

/** A spy that still does what the method does. */
function spyOn<T extends object>(target: T, method: string & keyof T): jest.SpyInstance {
  const original = (target[method] as (...args: unknown[]) => unknown).bind(target);
  return jest.spyOn(target, method as never).mockImplementation(original as never) as jest.SpyInstance;
}
