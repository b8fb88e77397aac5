import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { KeyRotation } from '../../src/auth/key-rotation/key-rotation';
import { sealedTokens } from '../../src/auth/key-rotation/sealed-records';
import { encrypt, keyRing } from '../../src/common/encryption';
import { DATABASE_NAMES } from '../../src/config/settings';
import type { PlatformToken } from '../../src/platform/platform-token.schema';
import { RefreshLock } from '../../src/platform/refresh-lock';
import { TokenSeal } from '../../src/platform/token-seal';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { jobUntil } from '../support/api-calls';
import { CommandProcess } from '../support/command-process';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link, type LinkedListener } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const [OLD, NEW, OTHER] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const MANY = 200;

type Env = Record<string, string>;

/** Name under which encrypted texts refer to a key. */
const idOf = (key: string): string => createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8);

jest.setTimeout(120_000);

describe('npm run rotate-keys', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let otto: LinkedListener;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-keys-'));
    platform = await startSandboxPlatform();
    // Runs no jobs, which apps beside it may have other keys for.
    api = await appWith({ ENCRYPTION_KEY: OLD, APP_ROLE: 'api' });
    const worker = await appWith({ ENCRYPTION_KEY: OLD }, api);
    otto = await link(platform, worker, 'otto').finally(() => worker.close());
  });
  afterEach(async () => {
    await api.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const appWith = (env: Env, beside?: TestApp): Promise<TestApp> =>
    createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false', ...env }, beside });

  /** Starts the command on the app's database. */
  function start(env: Env, args: string[] = []): CommandProcess {
    const { mongodbUri = '', redisUrl = '' } = api.settings;
    const given = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, ...env };
    return new CommandProcess('src/auth/key-rotation/rotate-keys.ts', { args, env: given, folder });
  }

  const rotate = (env: Env, args?: string[]) => start(env, args).ended();

  /** Everything that is encrypted. */
  async function sealed(): Promise<string[]> {
    const links = await api.db.collection('platform_tokens').find().sort({ _id: 1 }).toArray();
    const users = await api.db.collection('users').find({ email_encrypted: /./ }).sort({ _id: 1 }).toArray();
    return [
      ...links.flatMap((row) => [String(row.access_token_encrypted), String(row.refresh_token_encrypted)]),
      ...users.map((row) => String(row.email_encrypted)),
    ];
  }

  /** How many encrypted texts are under each key. */
  async function countsByKey(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const text of await sealed()) counts[text.slice(0, 8)] = (counts[text.slice(0, 8)] ?? 0) + 1;
    return counts;
  }

  async function linkMany(): Promise<void> {
    const ring = keyRing(OLD);
    const links = Array.from({ length: MANY }, (_, index) => {
      const user_id = `user-${index}`;
      const tokenOf = (kind: string): string =>
        encrypt(`${kind} of ${user_id}`, ring, `platform_tokens.${kind}:${user_id}`);
      return {
        user_id,
        access_token_encrypted: tokenOf('access_token'),
        refresh_token_encrypted: tokenOf('refresh_token'),
        expires_at: new Date(0),
        scope: '',
        broken: true,
      };
    });
    await api.db.collection('platform_tokens').insertMany(links);
  }

  it('encrypts tokens and addresses anew, and the service works with the new key alone', async () => {
    expect(await rotate({ ENCRYPTION_KEY: NEW, ENCRYPTION_KEYS_RETIRED: OLD })).toEqual({
      code: 0,
      printed:
        'All 2 encrypted records are under the current key; 2 of them were encrypted anew.\n' +
        'Former keys are needed no longer, but to restore a backup from before.\n',
    });
    expect(await countsByKey()).toEqual({ [idOf(NEW)]: 3 });
    const renewed = await appWith({ ENCRYPTION_KEY: NEW }, api);
    const { body } = await renewed.call('/api/v1/auth/status', { headers: otto.headers });
    expect(body).toMatchObject({ platform_linked: true, user: { email: 'otto@sandbox.invalid' } });
    const started = await renewed.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers: otto.headers });
    const job = await jobUntil(renewed.url, otto.headers, String(started.body.job_id));
    expect(job).toMatchObject({ status: 'completed', error_message: '' });
    const refreshed = await renewed.call('/api/v1/auth/refresh', { method: 'POST', headers: otto.headers });
    expect(refreshed.status).toBe(200);
    await renewed.close();
  });

  it('changes nothing when a record opens with none of the keys', async () => {
    const before = await sealed();
    const { code, printed } = await rotate({ ENCRYPTION_KEY: NEW, ENCRYPTION_KEYS_RETIRED: OTHER });
    expect(code).toBe(1);
    expect(printed).toBe(
      `2 of 2 encrypted records do not open (No key of this service has the id ${idOf(OLD)}). Nothing has been changed. ` +
        'Name the key under which they were encrypted in ENCRYPTION_KEYS_RETIRED and run this again. Where that key is ' +
        'lost, let these users log in again: that encrypts their records anew.\n',
    );
    expect(await sealed()).toEqual(before);
  });

  it('can be killed and run again', async () => {
    await linkMany();
    const env = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEYS_RETIRED: OLD };
    // Somebody else holds a record in the middle, so that the command cannot have come to its end before.
    const redis = api.app.get<Redis>(REQUEST_REDIS);
    const heldUp = `platform:refresh:user-${MANY / 2}`;
    await redis.set(heldUp, 'other', 'PX', 60_000);
    const rotating = start(env);
    while (((await countsByKey())[idOf(NEW)] ?? 0) < 20) await sleep(5);
    rotating.kill('SIGKILL');
    await rotating.ended();
    await redis.del(heldUp);
    const left = (await countsByKey())[idOf(OLD)] ?? 0;
    expect(left).toBeGreaterThan(0);
    const { code } = await rotate(env);
    expect(code).toBe(0);
    expect(await countsByKey()).toEqual({ [idOf(NEW)]: 2 * MANY + 3 });
    expect((await rotate({ ENCRYPTION_KEY: NEW })).printed).toBe(
      `All ${MANY + 2} encrypted records are under the current key; 0 of them were encrypted anew.\n`,
    );
  });

  it('loses no token that the service renews at the same time', async () => {
    const running = await appWith({ ENCRYPTION_KEY: NEW, ENCRYPTION_KEYS_RETIRED: OLD }, api);
    const seal = new TokenSeal(running.settings);
    const rotation = new KeyRotation([sealedTokens(running.db, seal, running.app.get(RefreshLock))]);
    const refreshToken = async (): Promise<string> => {
      const found = await running.db.collection<PlatformToken>('platform_tokens').findOne({ user_id: otto.userId });
      return found === null ? '' : seal.open(found, 'refresh_token');
    };
    const former = await refreshToken();
    // The former refresh token is worth nothing once the platform has answered with another.
    await platform.setWeather({ rotate_refresh_tokens: true, latency_ms: 1_000 });
    const since = Date.now();
    const refreshed = running.call('/api/v1/auth/refresh', { method: 'POST', headers: otto.headers });
    while (!(await platform.requestsSince(since)).some(({ path }) => path === '/api/token')) await sleep(5);
    await rotation.run();
    expect((await refreshed).status).toBe(200);
    expect(await countsByKey()).toMatchObject({ [idOf(NEW)]: 2 });
    expect(await refreshToken()).not.toBe(former);
    await running.close();
  });

  it('makes the new key where it is not a setting', async () => {
    const url = String(api.settings.mongodbUri);
    const secrets = (): Record<string, unknown> =>
      JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, unknown>;
    expect(url).toContain('test_');
    const refused = await rotate({ ENCRYPTION_KEY: OLD }, ['--new-key']);
    expect(refused).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^The key is the setting ENCRYPTION_KEY/) as string,
    });
    // The folder's first key; what there is was encrypted under another one.
    expect(await rotate({ ENCRYPTION_KEYS_RETIRED: OLD })).toMatchObject({ code: 0 });
    const first = secrets();
    expect((await rotate({}, ['--new-key'])).printed).toBe(
      'A new key is in secrets.json, and the former one stays there for reading.\n' +
        'Restart Playledger if it runs, so that it knows both. Then run: npm run rotate-keys\n',
    );
    expect(secrets()).toEqual({
      jwtSecret: first.jwtSecret,
      encryptionKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      retiredEncryptionKeys: [first.encryptionKey],
    });
    const second = secrets();
    expect(await rotate({}, ['--new-key'])).toEqual({
      code: 1,
      printed:
        '2 encrypted records are still under a former key. First run: npm run rotate-keys (the key was not replaced).\n',
    });
    expect(secrets()).toEqual(second);
    expect(await rotate({})).toMatchObject({ code: 0 });
    expect(await countsByKey()).toEqual({ [idOf(String(second.encryptionKey))]: 3 });
  });

  it('takes the databases of both platforms where none is named', async () => {
    const server = new URL(String(api.settings.mongodbUri));
    const ring = keyRing(OLD);
    const name = `listener-${randomBytes(4).toString('hex')}`;
    const users = Object.values(DATABASE_NAMES).map((database) => api.db.useDb(database).collection('users'));
    const email_encrypted = encrypt('a@example.com', ring, `users.email:${name}`);
    for (const collection of users) await collection.insertOne({ platform_id: name, email_encrypted });
    server.pathname = '/';
    expect(await rotate({ MONGODB_URI: server.href, ENCRYPTION_KEY: NEW, ENCRYPTION_KEYS_RETIRED: OLD })).toMatchObject(
      {
        code: 0,
      },
    );
    for (const collection of users) {
      const user = await collection.findOneAndDelete({ platform_id: name });
      expect(user?.email_encrypted).toMatch(new RegExp(`^${idOf(NEW)}\\.`));
    }
  });

  it('says what it takes', async () => {
    const { code, printed } = await rotate({ ENCRYPTION_KEY: NEW }, ['--newkey']);
    expect(code).toBe(1);
    expect(printed).toContain('Usage: npm run rotate-keys, or npm run rotate-keys -- --new-key');
  });
});
