import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { fill } from '../support/contract/filled-user';
import { costOf, isRead, QueryRecorder } from '../support/engine-queries';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link, type LinkedListener } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const BELONGINGS = { plays: 1500, playlists: 30, jobs: 60, calls: 300 };

const REQUESTS = [
  'history',
  'history?page=9&limit=20',
  'history?artist=mira%20artist%203',
  'history?track=mira%20song%2077',
  'history?artist=mira%20artist%2014*',
  'history?track=*77',
  'history?start_date=2024-01-01',
  'history?artist=mira%20artist%201*&end_date=2024-01-01',
  'sync-jobs',
  'sync-jobs?page=2',
  'sync-jobs?status=failed',
  'sync-jobs?status=completed',
  'sync-jobs?status=running',
  'sync-jobs?job_type=import',
  'sync-jobs?job_type=initial',
  'sync-jobs?status=failed&job_type=import',
  'sync-jobs/stats',
  'api-logs',
  'api-logs?page=3',
  'api-logs?service=platform',
  'api-logs?status_min=200&status_max=299',
  'api-logs?method=GET',
  'api-logs/stats',
  'analytics/overview',
  'analytics/overview?period=week',
  'analytics/trend',
  'analytics/trend?period=month',
  'analytics/rollup-status',
  'genres/distribution',
  'tracks/top',
  'tracks/top?period=week',
  'artists/top',
  'albums/top',
  'playlists',
  'playlists?page=2',
  'recommendations',
  'users/me',
  'auth/status',
  'platform/capabilities',
  'player/current',
  'library/saved-albums',
];

/** Roll-ups are read and swept by the month, whatever that holds. */
const ROLL_UPS = ['daily_rollups'];

describe('the queries of the service', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let mira: LinkedListener;
  let requests: QueryRecorder;
  let jobs: QueryRecorder;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' }, monitorCommands: true, explains: true });
    requests = new QueryRecorder(api.db.getClient());
    jobs = new QueryRecorder(api.app.get<Connection>(getConnectionToken(JOBS_CONNECTION)).getClient());
    for (const mark of ['ada', 'ben', 'cy']) await fill(api, await api.signIn(), { mark, ...BELONGINGS });
    await api.db.collection('sync_jobs').updateMany({ status: 'failed' }, { $set: { status: 'completed' } });
    mira = await link(platform, api, 'mira');
    await fill(api, mira, { mark: 'mira', ...BELONGINGS });
  }, 120_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  /** @returns the collections that were looked at */
  async function expectFrugal(path: string): Promise<string[]> {
    requests.take();
    await mira.get(`/api/v1/${path}`);
    const sent = requests.take();
    for (const query of sent.filter(({ collection }) => !ROLL_UPS.includes(collection))) {
      const cost = await costOf(api.db.getClient(), api.db.name, query);
      expect({ ...cost, wasteful: cost.examined > 3 * Math.max(1, cost.returned) }).toMatchObject({ wasteful: false });
      expect(cost.stages).not.toContain('COLLSCAN');
    }
    return sent.map(({ collection }) => collection);
  }

  it.each(REQUESTS)('GET %s looks at no more than three times what it gives', async (path) => {
    await expectFrugal(path);
  });

  it('so do recommendations of the service’s own', async () => {
    await platform.setWeather({ errors: [{ path: '/v1/*', status: 503 }] });
    try {
      const collections = await expectFrugal('recommendations');
      expect(collections).toEqual(expect.arrayContaining(['artists', 'tracks', 'albums']));
    } finally {
      await platform.setWeather({});
    }
  });

  it('of jobs find what they read by an index', async () => {
    const sent = jobs.take().filter(isRead);
    expect(new Set(sent.map(({ collection }) => collection)).size).toBeGreaterThan(8);
    for (const query of sent) {
      const { stages, query: text } = await costOf(api.db.getClient(), api.db.name, query);
      expect({ text, stages }).toEqual({ text, stages: expect.not.arrayContaining(['COLLSCAN']) as unknown });
    }
  });
});
