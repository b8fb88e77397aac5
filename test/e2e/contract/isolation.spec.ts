import { Types } from 'mongoose';
import { ApiDocument, type Operation } from '../../support/api-document/document';
import { fill } from '../../support/contract/filled-user';
import { createTestApp, type Answer, type SignedIn, type TestApp } from '../../support/test-app';

const OWNER = 'ownersmark';
const UNKNOWN_ID = '0123456789abcdef01234567';

/** "Each user sees only their own data." */
describe('what belongs to another user', () => {
  let api: TestApp;
  let operations: Operation[];
  let owner: SignedIn;
  let other: SignedIn;
  /** Ids of the owner's records, by collection. */
  let ids: Record<string, string[]>;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    operations = (await ApiDocument.of(api)).operations.filter(({ isPublic }) => !isPublic);
    [owner, other] = await Promise.all([api.signIn(), api.signIn()]);
    const belongings = { plays: 5, playlists: 2, jobs: 3, calls: 2 };
    await fill(api, owner, { ...belongings, mark: OWNER });
    await fill(api, other, { ...belongings, mark: 'other' });
    ids = Object.fromEntries(
      await Promise.all(
        ['listening_history', 'playlists', 'sync_jobs', 'api_logs'].map(async (name) => {
          const rows = await api.db.collection(name).find({ user_id: owner.userId }).toArray();
          return [name, rows.map(({ _id }) => String(_id))] as const;
        }),
      ),
    );
  });
  afterAll(() => api.close());

  const reads = (): Operation[] =>
    operations.filter(({ method, path }) => method === 'GET' && !path.includes('{') && !path.includes('/player/'));
  const textOf = async (path: string, as: SignedIn): Promise<string> =>
    JSON.stringify((await api.call(path, { as })).body);

  it('is in no answer, whatever one asks for', async () => {
    const secrets = [owner.userId, OWNER, ...Object.values(ids).flat()];
    const found = { own: new Set<string>(), foreign: [] as string[] };
    for (const { path } of reads()) {
      for (const query of ['', `?user_id=${owner.userId}`, `?artist=*&endpoint_contains=${OWNER}`]) {
        const [own, foreign] = await Promise.all([textOf(path + query, owner), textOf(path + query, other)]);
        for (const secret of secrets) {
          if (own.includes(secret)) found.own.add(secret);
          if (foreign.includes(secret)) found.foreign.push(`${path}${query}: ${secret}`);
        }
      }
    }
    expect(found.foreign).toEqual([]);
    // The owner sees each of them somewhere, so that they are what would leak.
    expect(secrets.filter((secret) => !found.own.has(secret))).toEqual([]);
  });

  it.each([
    ['GET', '/api/v1/sync-jobs/{id}'],
    ['POST', '/api/v1/sync-jobs/{id}/cancel'],
    ['GET', '/api/v1/history/import/{id}/records'],
  ])('is not there: %s %s', async (method, path) => {
    const call = (id: string, as: SignedIn): Promise<Answer> => api.call(path.replace('{id}', id), { method, as });
    const [id = ''] = ids.sync_jobs ?? [];
    expect((await call(id, owner)).status).toBe(200);
    const unknown = await call(UNKNOWN_ID, other);
    expect(unknown.status).toBe(404);
    for (const odd of [id, id.toUpperCase(), 'nonsense', owner.userId]) {
      const { status, body } = await call(odd, other);
      expect({ status, detail: body.detail }).toEqual({ status: 404, detail: unknown.body.detail });
    }
  });

  it('has an id in every path that is named above', () => {
    const withIds = operations.filter(({ path }) => path.includes('{')).map(({ name }) => name);
    expect(withIds.sort()).toEqual([
      // Held to this by test/e2e/explore/saved-lenses.spec.ts.
      'DELETE /api/v1/explore/lenses/{id}',
      // Held to this by test/e2e/history-deletion.spec.ts.
      'DELETE /api/v1/history/{id}',
      // Held to this, as all of explore is, by test/e2e/explore/two-users.spec.ts.
      'GET /api/v1/explore/albums/{id}',
      'GET /api/v1/explore/artists/{id}',
      'GET /api/v1/explore/sessions/{started_at}',
      'GET /api/v1/explore/tracks/{id}',
      'GET /api/v1/explore/years/{year}',
      'GET /api/v1/history/import/{job_id}/records',
      'GET /api/v1/sync-jobs/{id}',
      // A stream, held to this by test/e2e/job-events.spec.ts.
      'GET /api/v1/sync-jobs/{id}/events',
      'PATCH /api/v1/explore/lenses/{id}',
      'POST /api/v1/sync-jobs/{id}/cancel',
    ]);
  });

  it('is left as it is by what one has done', async () => {
    const jobs = api.db.collection('sync_jobs');
    const { insertedId } = await jobs.insertOne({
      user_id: owner.userId,
      job_type: 'import',
      lane: 'import',
      status: 'pending',
      steps: [],
    });
    const stored = (): Promise<unknown> =>
      Promise.all(
        ['users', 'listening_history', 'analytics_snapshots', 'sync_jobs', 'daily_rollups', 'playlists'].map((name) =>
          api.db
            .collection(name)
            .find(name === 'users' ? { _id: new Types.ObjectId(owner.userId) } : { user_id: owner.userId })
            .sort({ _id: 1 })
            .toArray(),
        ),
      );
    const before = await stored();
    await api.call(`/api/v1/sync-jobs/${String(insertedId)}/cancel`, { method: 'POST', as: other });
    for (const path of ['analytics/refresh', 'analytics/rollup-build', 'sync-jobs/trigger', 'auth/refresh'])
      await api.call(`/api/v1/${path}`, { method: 'POST', as: other, json: { user_id: owner.userId } });
    await api.call('/api/v1/users/me', {
      method: 'PATCH',
      as: other,
      json: { timezone: 'Asia/Tokyo', user_id: owner.userId, id: owner.userId },
    });
    expect(await stored()).toEqual(before);
  });
});
