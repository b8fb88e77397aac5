import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module, type Type } from '@nestjs/common';
import { Types } from 'mongoose';
import { DatabaseService } from '../../src/database/database.service';
import { type DataMigration, Migration } from '../../src/database/migrations/migration';
import { underLock } from '../../src/database/migrations/migration-lock';
import { Migrator } from '../../src/database/migrations/migrator.service';
import { jobUntil } from '../support/api-calls';
import { CommandProcess } from '../support/command-process';
import { storeAsFirstBuilds } from '../support/former-data';
import { extendedRecords } from '../support/small-uploads';
import { TcpProxy } from '../support/tcp-proxy';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { WorkerProcess } from '../support/worker-process';

/** Of the migrations in order; those that a later one has made needless are left out. */
const VERSIONS = [1, 2, 3, 5, 6, 7, 9, 10];
const NAMES = [
  'names-in-lists',
  'catalogue-lookups',
  'unresolved-histories',
  'no-stored-top-lists',
  'no-earlier-rollups',
  'visible-keys',
  'figures-from-columns',
  'no-breakdowns',
];

let underway: { release(): void; fails: boolean };

/** What the next release brings, for the tests. */
@Migration({ version: 11, name: 'of-a-test', does: 'waits, or fails' })
@Injectable()
class HeldMigration implements DataMigration {
  count = () => Promise.resolve(1);
  run = async (): Promise<number> => {
    if (underway.fails) throw new Error('a record is odd');
    await new Promise<void>((resolve) => (underway.release = resolve));
    return 1;
  };
}

@Module({ providers: [HeldMigration] })
class NextRelease {}

// Processes compile the service first.
jest.setTimeout(120_000);

describe('the data of older builds', () => {
  let api: TestApp;
  let user: SignedIn;
  const started: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    user = await api.signIn();
  });
  afterEach(async () => {
    for (const app of started.splice(0)) await app.close();
    await api.close();
  });

  const another = async ({ role = 'api', imports = [] as Type[] } = {}): Promise<TestApp> => {
    const env = { APP_ROLE: role, AUTO_LOGIN: 'false' };
    const app = await createTestApp({ env, beside: api, imports, awaitDatabase: false });
    started.push(app);
    return app;
  };
  const rows = (name: string) => api.db.collection(name).find().sort({ _id: 1 }).toArray();
  async function importRecords(app: TestApp, records: Record<string, unknown>[]): Promise<unknown> {
    const body = new FormData();
    body.append('file', new Blob([JSON.stringify(records)]), 'history.json');
    const answer = await app.call('/api/v1/history/import', { method: 'POST', headers: user.headers, body });
    const { status, error_message } = await jobUntil(app.url, user.headers, String(answer.body.job_id));
    return { status, error_message };
  }

  const makeOld = (): Promise<void> => storeAsFirstBuilds(api.db, user.userId);

  it('are repaired at the start', async () => {
    await makeOld();
    const app = await another({ role: 'all' });
    await app.app.get(DatabaseService).whenReady();
    expect(await rows('migrations')).toMatchObject([
      { _id: 1, name: NAMES[0], changed: 3, ran_at: expect.any(Date) as Date },
      { _id: 2, name: NAMES[1], changed: 4, duration_ms: expect.any(Number) as number },
      { _id: 3, name: NAMES[2], changed: 1 },
      { _id: 5, name: NAMES[3], changed: 1 },
      { _id: 6, name: NAMES[4], changed: 1 },
      { _id: 7, name: NAMES[5], changed: 0 },
      { _id: 9, name: NAMES[6], changed: 4 },
      { _id: 10, name: NAMES[7], changed: 1 },
    ]);
    const collections = (await api.db.listCollections()).map(({ name }) => name);
    for (const former of ['history_touched_days', 'monthly_rollups', 'summed_months', 'analytics_breakdowns']) {
      expect(collections).not.toContain(former);
    }
    expect(await rows('rollup_states')).toMatchObject([{ user_id: user.userId, timezone: '' }]);
    expect(await rows('history_names')).toMatchObject([{ artists: ['ann'], tracks: ['old song', 'nameless'] }]);
    const due = { due_at: expect.any(Date) as Date };
    expect(await rows('tracks')).toMatchObject([
      { lookup: due, features_lookup: due, search: null, same_as: null },
      { lookup: null, features_lookup: null, search: due, same_as: null },
    ]);
    expect(await rows('artists')).toMatchObject([{ lookup: null }]);
    expect(await rows('history_unresolved')).toMatchObject([{ _id: user.userId, due_at: expect.any(Date) as Date }]);
    const database = api.db.getClient().db(api.db.name);
    const known = await app.app.get(Migrator, { strict: false }).list(database);
    const signal = new AbortController().signal;
    const left = await Promise.all(known.map(({ migration }) => migration.count({ database, signal })));
    expect(left).toEqual(NAMES.map(() => 0));
    // The former index refused a second list of names.
    expect(await importRecords(app, extendedRecords(2))).toEqual({ status: 'completed', error_message: '' });
    const { body } = await app.call('/api/v1/history?track=*ng*', { as: user });
    expect(body.total).toBe(3);
  });

  it('have the characters that nobody sees taken out of the keys of names', async () => {
    const former = await another({ role: 'all' });
    await former.app.get(DatabaseService).whenReady();
    expect(await importRecords(former, extendedRecords(3))).toMatchObject({ status: 'completed' });
    const [shown, hidden] = await rows('listening_history');
    const before = { artist_key: 'a\u200cnn\u200b', track_key: 'old \u200b' };
    await api.db.collection('listening_history').updateOne({ _id: hidden?._id }, { $set: before });
    const lists = { artists: ['ann', before.artist_key], tracks: [String(shown?.track_key), before.track_key] };
    await api.db.collection('history_names').updateMany({ user_id: user.userId }, { $set: lists });
    const { artist_key, track_key: name_key } = before;
    await api.db.collection('artists').insertOne({ platform_id: 'name:a', name_key: artist_key });
    await api.db.collection('albums').insertOne({ platform_id: 'name:b', name_key, artist_key });
    await api.db.collection<{ _id: number }>('migrations').deleteOne({ _id: 7 });
    const app = await another();
    await app.app.get(DatabaseService).whenReady();
    expect((await rows('migrations')).find(({ name }) => name === 'visible-keys')).toMatchObject({ changed: 5 });
    expect((await app.call('/api/v1/history?artist=ann', { as: user })).body.total).toBe(3);
    expect((await app.call('/api/v1/history?track=*ld', { as: user })).body.total).toBe(1);
    expect(await rows('history_names')).toMatchObject([{ artists: ['ann'], tracks: [shown?.track_key, 'old'] }]);
    expect(await api.db.collection('artists').countDocuments({ platform_id: 'name:a', name_key: 'ann' })).toBe(1);
    expect(await api.db.collection('albums').countDocuments({ name_key: 'old', artist_key: 'ann' })).toBe(1);
  });

  it('do not exist in an empty database, which is of the newest version at once', async () => {
    expect(await rows('migrations')).toMatchObject(
      NAMES.map((name, index) => ({ _id: VERSIONS[index], name, changed: 0 })),
    );
    expect(await rows('migration_leases')).toEqual([]);
  });

  it('are repaired once by two processes that start at the same time', async () => {
    await makeOld();
    const options = { preload: 'held-migration.ts', env: { MIGRATION: 'wait' } };
    const workers = [WorkerProcess.start(api, options), WorkerProcess.start(api, options)];
    const waits = (worker: WorkerProcess): boolean => worker.printed().includes('Another process is changing the data');
    while (!workers.some(waits) || (await rows('runs')).length === 0) await sleep(20);
    expect(await rows('migrations')).toHaveLength(1);
    await api.db.collection('go').insertOne({});
    while ((await rows('migrations')).length < NAMES.length) await sleep(20);
    await another().then(({ app }) => app.get(DatabaseService).whenReady());
    expect(await rows('runs')).toHaveLength(1);
    expect(workers.map(waits).sort()).toEqual([false, true]);
    expect(workers.filter((worker) => worker.printed().includes('has changed')).map(waits)).toEqual([false]);
    for (const worker of workers) await worker.kill('SIGTERM');
  });

  it('are repaired by the next start when a process dies at it', async () => {
    await makeOld();
    const died = WorkerProcess.start(api, { preload: 'held-migration.ts', env: { MIGRATION: 'die' } });
    expect(await died.ended()).toBe('SIGKILL');
    const unchanged = { lookup: { $exists: false } };
    const left = (kind: string): Promise<number> => api.db.collection(kind).countDocuments(unchanged);
    expect([await left('tracks'), await left('artists')]).toEqual([0, 1]);
    expect(await rows('migrations')).toMatchObject([{ _id: 1 }]);
    // It held the lease, which runs out by itself; the test does not wait for that.
    const leases = api.db.collection('migration_leases');
    const expired = { $set: { expires_at: new Date() } };
    expect((await leases.updateOne({ expires_at: { $gt: new Date(0) } }, expired)).modifiedCount).toBe(1);
    await another().then(({ app }) => app.get(DatabaseService).whenReady());
    expect([await left('artists'), await left('albums')]).toEqual([0, 0]);
    expect((await rows('migrations')).map(({ _id }) => Number(_id))).toEqual(VERSIONS);
    expect((await rows('migrations'))[1]).toMatchObject({ changed: 2 });
  });

  it('are left alone by a process once another has taken it for dead', async () => {
    const aborted = (signal: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    const database = api.db.getClient().db(api.db.name);
    const work = underLock(database, new AbortController().signal, () => Promise.resolve(true), aborted);
    const other = new Types.ObjectId();
    const leases = database.collection('migration_leases');
    const taken = { $set: { holder: other } };
    while ((await leases.updateOne({}, taken)).modifiedCount === 0) await sleep(20);
    await expect(work).rejects.toThrow('another process has taken the migrations over');
    expect(await leases.find().toArray()).toMatchObject([{ holder: other }]);
  });

  it('are kept from the API until they are repaired', async () => {
    underway = { release: () => undefined, fails: false };
    const app = await another({ imports: [NextRelease] });
    const wait = api.db.collection('migration_leases');
    while ((await wait.countDocuments()) === 0) await sleep(20);
    const refused = await app.call('/api/v1/auth/status');
    expect(refused).toMatchObject({ status: 503, body: { detail: expect.stringContaining('starting') as string } });
    expect(refused.headers.get('retry-after')).toBe('3');
    expect((await app.call('/%61pi/v1/auth/status')).status).toBe(503);
    expect((await app.call('/api/health/ready')).body).toMatchObject({ status: 'not_ready', reason: 'database' });
    expect((await app.call('/api/health')).status).toBe(200);
    while ((await rows('migrations')).length === NAMES.length) {
      underway.release();
      await sleep(20);
    }
    await app.app.get(DatabaseService).whenReady();
    expect((await app.call('/api/v1/auth/status')).status).toBe(200);
  });

  it('that cannot be repaired end the start with a sentence', async () => {
    underway = { release: () => undefined, fails: true };
    const app = await another({ imports: [NextRelease] });
    await expect(app.app.get(DatabaseService).whenReady()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/migration 11 \(of-a-test\) failed with "a record is odd"/) as string,
    });
    expect(await rows('migrations')).toHaveLength(NAMES.length);
    expect(await rows('migration_leases')).toEqual([]);
  });

  it('are told apart from those of newer builds, which no start touches', async () => {
    await api.db.collection<{ _id: number }>('migrations').insertOne({ _id: 11 });
    // The queues are still asking Redis for its version then.
    const slowRedis = await TcpProxy.toRedis();
    slowRedis.slow(200);
    const REDIS_URL = `redis://127.0.0.1:${slowRedis.port}`;
    const worker = WorkerProcess.start(api, { env: { LOG_LEVEL: 'error', REDIS_URL } });
    expect(await worker.ended()).toBeNull();
    await slowRedis.close();
    expect(worker.exitCode).toBe(1);
    expect(worker.printed()).toBe(
      `The data in the database ${api.db.name} are of version 11, which a newer Playledger has written; this one knows ` +
        'versions up to 10. Nothing has been changed. Start the newer Playledger, or restore a backup from before the ' +
        'upgrade.\n',
    );
  });

  it('are looked at, and left alone, by npm run migrations', async () => {
    await makeOld();
    const contents = async (): Promise<string> => {
      const collections = (await api.db.listCollections()).map(({ name }) => name).sort();
      return JSON.stringify(await Promise.all(collections.map(async (name) => [name, await rows(name)])));
    };
    const before = await contents();
    const [listed, dry] = await Promise.all([runMigrations([]), runMigrations(['--dry-run'])]);
    expect(listed).toMatch(/: 8 to be run at the next start\n {2}1 {2}names-in-lists: due; puts the names/);
    expect(dry).toMatch(
      /names-in-lists: would change 3 records; .+\n.+catalogue-lookups: would change 4 records; .+\n.+unresolved-histories: would change 1 record; .+\n.+no-stored-top-lists: would change 1 record; .+\n.+no-earlier-rollups: would change 1 record; .+\n.+visible-keys: would change 0 records; .+\n.+figures-from-columns: would change 4 records; .+\n.+no-breakdowns: would change 1 record; /,
    );
    expect(await contents()).toBe(before);
  });

  async function runMigrations(args: string[]): Promise<string> {
    const { dataDir, mongodbUri = '', redisUrl = '' } = api.settings;
    const env = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl };
    const { code, printed } = await CommandProcess.run('src/command-line/migrations.ts', {
      args,
      env,
      folder: dataDir,
    });
    expect(code).toBe(0);
    return printed;
  }
});
