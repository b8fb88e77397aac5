import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../src/common/durations';
import { heardBy, linesOf, oldestOf } from '../support/heard-plays';
import { LedgerAudit } from '../support/ledger-audit';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceCluster } from '../support/service-cluster';
import type { ServerProcess } from '../support/server-process';
import type { ServiceProcess } from '../support/service-process';
import { extendedRecords } from '../support/small-uploads';
import { beginSync, link, type LinkedListener } from '../support/sync-jobs';
import { TcpProxy } from '../support/tcp-proxy';
import { type ApiCaller, callApi, type CallOptions } from '../support/test-app';

/** The decisions allow a caller to wait 3 s for the news; the rest is for the other tests that keep the machine busy. */
const PATIENCE_MS = 6_000;
/** Longer than any time-out of a request's connections, shorter than what a worker is taken for dead after. */
const PAUSE_MS = 6_000;
const DELAY_MS = 100;
/** How long a request waits for Redis before it is refused. */
const WAIT_FOR_REDIS_MS = 2_000;

type Route = [method: 'GET' | 'POST' | 'PATCH', path: string, options?: CallOptions];

/** One of each kind: what they need, session apart, is the database. */
const ROUTES: Route[] = [
  ['GET', '/api/v1/history'],
  ['GET', '/api/v1/analytics/overview'],
  ['GET', '/api/v1/analytics/trend'],
  ['GET', '/api/v1/analytics/rollup-status'],
  ['GET', '/api/v1/tracks/top'],
  ['GET', '/api/v1/genres/distribution'],
  ['GET', '/api/v1/playlists'],
  ['GET', '/api/v1/recommendations'],
  ['GET', '/api/v1/sync-jobs'],
  ['GET', '/api/v1/api-logs'],
  ['GET', '/api/v1/player/current'],
  ['GET', '/api/v1/browse/categories'],
  ['GET', '/api/v1/library/saved-albums'],
  ['PATCH', '/api/v1/users/me', { json: { timezone: 'UTC' } }],
  ['POST', '/api/v1/sync-jobs/trigger'],
  ['POST', '/api/v1/analytics/rollup-build'],
  ['POST', '/api/v1/analytics/refresh?period=week'],
  ['POST', '/api/v1/analytics/refresh?period=week'],
  ['POST', '/api/v1/auth/refresh'],
];

/** Must use nothing up while the database is away. */
const CALLBACK: Route = ['GET', '/api/v1/auth/callback?code=good-for-another-try&state=unknown'];
/** Needs nothing but Redis. */
const LOGIN: Route = ['GET', '/api/v1/auth/login'];

describe('while the document engine or Redis hangs', () => {
  let platform: SandboxPlatform;
  let cluster: ServiceCluster;
  let audit: LedgerAudit;
  let api: ServiceProcess;
  let caller: ApiCaller;
  let mira: LinkedListener;
  let oldest: number;
  let now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    await setClock(now);
    cluster = await ServiceCluster.start(platform);
    audit = new LedgerAudit(cluster.db);
    api = await cluster.startApi();
    cluster.startWorker();
    caller = callerOf(api.url);
    mira = await link(platform, caller, 'mira');
    oldest = oldestOf(await audit.rowsOf(mira.userId));
  }, 120_000);
  afterAll(async () => {
    await platform.clearWeather();
    await cluster.close();
    await platform.close();
  });

  const callerOf = (url: string): ApiCaller => ({ url, call: (path, options) => callApi(`${url}${path}`, options) });
  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  async function answersOf(routes: readonly Route[], on: ApiCaller): Promise<string[]> {
    return Promise.all(
      routes.map(async ([method, path, options]) => {
        const start = performance.now();
        const { status, headers, body } = await on.call(path, { method, ...options, headers: mira.headers });
        const wait = Number(headers.get('retry-after')) > 0 ? 'with Retry-After' : 'without Retry-After';
        const late = performance.now() - start > PATIENCE_MS ? ', too late' : '';
        return `${method} ${path}: ${status} ${status < 400 ? '' : `${wait} ${typeof body.detail}`}${late}`;
      }),
    );
  }

  const refused = ([method, path]: Route): string => `${method} ${path}: 503 with Retry-After string`;

  function upload(records: number): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(extendedRecords(records))]), 'export.json');
    return caller
      .call('/api/v1/history/import', { method: 'POST', headers: mira.headers, body: form })
      .then(({ body }) => String(body.job_id));
  }

  async function untilReady(): Promise<void> {
    while ((await caller.call('/api/health/ready')).status !== 200) await sleep(50);
  }

  it.each<[string, (cluster: ServiceCluster) => ServerProcess, string]>([
    ['the document engine', ({ engine }) => engine, 'database'],
    ['Redis', ({ redis }) => redis, 'cache'],
  ])(
    'refuses every kind of request in time for %s that is stopped, says so, and the jobs under way complete',
    async (_, serverOf, reason) => {
      const server = serverOf(cluster);
      await setClock((now += 2 * HOUR_MS));
      await platform.setWeather({ latency_ms: 300 });
      const importJob = await upload(4_000);
      const syncJob = await mira.beginSync();
      await mira.jobUntil(syncJob, ({ status }) => status !== 'pending');

      server.pause();
      const resumed = sleep(PAUSE_MS).then(() => {
        server.resume();
      });
      const [answers, ready, health] = await Promise.all([
        answersOf([...ROUTES, CALLBACK], caller),
        caller.call('/api/health/ready'),
        caller.call('/api/health'),
      ]);
      expect(answers).toEqual([...ROUTES, CALLBACK].map(refused));
      expect([ready.status, ready.body.reason, health.status]).toEqual([503, reason, 200]);
      expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
      if (reason === 'cache') {
        // Its connection is given up: nobody waits for it again.
        const start = performance.now();
        expect(await answersOf([...ROUTES, LOGIN], caller)).toEqual([...ROUTES, LOGIN].map(refused));
        expect(performance.now() - start).toBeLessThan(WAIT_FOR_REDIS_MS);
      }
      await resumed;

      await untilReady();
      await platform.setWeather({ latency_ms: 0 });
      expect(await mira.jobUntil(importJob)).toMatchObject({ status: 'completed', items_processed: 4_000 });
      expect(await mira.jobUntil(syncJob)).toMatchObject({ status: 'completed', error_message: '' });
      await audit.jobsEnd();
      expect(await audit.jobs()).toEqual([]);
      expect(await audit.rollups(mira.userId)).toEqual([]);
      const rows = await audit.rowsOf(mira.userId);
      // The sandbox' clock goes on, and may have brought another play.
      const fed = rows.filter(({ seen, played_at }) => seen.api !== undefined && played_at.getTime() <= now);
      expect(fed).toHaveLength(linesOf(heardBy('mira', oldest, now + 1)).length);
    },
    120_000,
  );

  it('serves everything, if late, while every exchange with both is slow', async () => {
    const [mongo, redis] = await Promise.all(
      [cluster.engine, cluster.redis].map(({ port }) => TcpProxy.to({ host: '127.0.0.1', port })),
    );
    if (mongo === undefined || redis === undefined) throw new Error('There are two proxies');
    const slow = await cluster.startApi({
      MONGODB_URI: `mongodb://127.0.0.1:${mongo.port}/playledger`,
      REDIS_URL: `redis://127.0.0.1:${redis.port}/0`,
    });
    mongo.slow(DELAY_MS);
    redis.slow(DELAY_MS);
    const syncJob = await beginSync(callerOf(slow.url), mira.headers);
    expect(await mira.jobUntil(syncJob)).toMatchObject({ status: 'completed' });
    for (const route of ROUTES) {
      const [answer = ''] = await answersOf([route], callerOf(slow.url));
      expect(answer).toMatch(/: (200|503 with Retry-After string)/);
    }
    // Some routes begin jobs.
    await audit.jobsEnd();
    expect(await audit.jobs()).toEqual([]);
    await slow.kill('SIGTERM');
    await mongo.close();
    await redis.close();
  }, 120_000);
});
