import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bullmq';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Queue } from 'bullmq';
import { SCHEDULE_QUEUE } from '../../src/queue/queues';
import type { SyncJob } from '../../src/sync-jobs/sync-job.schema';
import { SyncSchedules } from '../../src/sync/schedules/sync-schedules.service';
import { hasEnded } from '../support/api-calls';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, linkNow } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const CYCLE_MS = 15 * 60_000;

describe('the schedules', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let replica: TestApp;
  let listeners: LinkedListener[];
  /** Another cycle for each test: a user has one turn in each. */
  let tick = Math.ceil(Date.now() / CYCLE_MS) * CYCLE_MS;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    replica = await createTestApp({ beside: api, env: platform.env });
    listeners = [];
    for (const name of ['mira', 'otto', 'ferris']) listeners.push(await link(platform, api, name));
  }, 120_000);
  beforeEach(async () => {
    tick += CYCLE_MS;
    await api.db.collection('sync_jobs').deleteMany({});
  });
  afterEach(() => platform.clearWeather());
  afterAll(async () => {
    await replica.close();
    await api.close();
    await platform.close();
  });

  const schedulesOf = ({ app }: TestApp): SyncSchedules => app.get(SyncSchedules);
  const jobs = () => api.db.collection<SyncJob>('sync_jobs').find({}).toArray();
  async function jobsEnded(count: number): Promise<Awaited<ReturnType<typeof jobs>>> {
    for (;;) {
      const all = await jobs();
      if (all.length >= count && all.every(hasEnded)) return all;
      await sleep(50);
    }
  }

  /** Resolves when nothing that was planned is still to become a job. */
  async function turnsTaken(): Promise<void> {
    const queue = api.app.get<Queue>(getQueueToken(SCHEDULE_QUEUE), { strict: false });
    while ((await queue.getJobCountByTypes('waiting', 'delayed', 'active')) > 0) await sleep(50);
  }

  it('run by UTC at the times of the contract', () => {
    const registry = api.app.get(SchedulerRegistry);
    const times = (name: string) => {
      const { cronTime } = registry.getCronJob(name);
      return [cronTime.source, cronTime.timeZone];
    };
    expect(times('sync_all_users')).toEqual(['0 0,15,30,45 * * * *', 'UTC']);
    expect(times('refresh_analytics')).toEqual(['0 30 0,6,12,18 * * *', 'UTC']);
  });

  it('sync each user once, whatever number of replicas plan it', async () => {
    await Promise.all([
      schedulesOf(api).syncAllUsers(new Date(tick)),
      schedulesOf(replica).syncAllUsers(new Date(tick + 800)),
      schedulesOf(replica).syncAllUsers(new Date(tick - 300)),
    ]);
    await jobsEnded(3);
    // One that comes late, when everything is done.
    await schedulesOf(replica).syncAllUsers(new Date(tick + 60_000));
    await turnsTaken();
    const all = await jobs();
    expect(all.map(({ user_id }) => user_id).sort()).toEqual(listeners.map(({ userId }) => userId).sort());
    for (const job of all) expect(job).toMatchObject({ job_type: 'periodic', status: 'completed' });
  });

  it('leave out playlists and top items that are younger than six hours', async () => {
    const [mira] = listeners;
    await api.db
      .collection('sync_states')
      .updateOne({ user_id: mira?.userId }, { $set: { playlists_at: new Date(Date.now() - 6 * 3600_000) } });
    await schedulesOf(api).syncAllUsers(new Date(tick));
    const actions = new Map(
      (await jobsEnded(3)).map(({ user_id, steps }) => [
        user_id,
        (steps as { action: string }[]).map(({ action }) => action),
      ]),
    );
    expect(actions.get(mira?.userId ?? '')).toEqual(['recently_played', 'audio_features', 'playlists', 'analytics']);
    expect(actions.get(listeners[1]?.userId ?? '')).toEqual(['recently_played', 'audio_features', 'analytics']);
  });

  it('what-hurts 17: leave out a user whose access was revoked, until they log in again', async () => {
    await platform.setWeather({ revoke: ['ferris'] });
    const ferris = listeners[2];
    await schedulesOf(api).syncAllUsers(new Date(tick));
    const first = (await jobsEnded(3)).find(({ user_id }) => user_id === ferris?.userId);
    expect(first).toMatchObject({ status: 'failed', error_message: 'Reconnect your platform account.' });

    await api.db.collection('sync_jobs').deleteMany({});
    tick += CYCLE_MS;
    await schedulesOf(api).syncAllUsers(new Date(tick));
    await jobsEnded(2);
    await turnsTaken();
    expect((await jobs()).map(({ user_id }) => user_id)).not.toContain(ferris?.userId);

    await linkNow(platform, api, 'ferris');
    tick += CYCLE_MS;
    await jobsEnded(3);
    await schedulesOf(api).syncAllUsers(new Date(tick));
    const again = (await jobsEnded(6)).filter(({ user_id }) => user_id === ferris?.userId);
    expect(again.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('compute every user’s figures anew, also of those whose account is not linked', async () => {
    const stranger = await api.signIn();
    const computedAt = async (userId: string): Promise<number> => {
      const snapshot = await api.db.collection('analytics_snapshots').findOne({ user_id: userId, period: 'all_time' });
      return snapshot === null ? 0 : (snapshot.computed_at as Date).getTime();
    };
    const begun = Date.now();
    await schedulesOf(api).refreshAnalytics(new Date(tick));
    for (const userId of [...listeners.map((listener) => listener.userId), stranger.userId])
      while ((await computedAt(userId)) < begun) await sleep(50);
    expect(await jobs()).toEqual([]);
  });

  it('plan nothing in a process that runs no jobs', async () => {
    const web = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
    await schedulesOf(web).syncAllUsers(new Date(tick));
    await turnsTaken();
    expect(await jobs()).toEqual([]);
    await web.close();
  });
});
