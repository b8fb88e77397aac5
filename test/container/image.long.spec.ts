import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { getJson, jobUntil } from '../support/api-calls';
import { Browser } from '../support/browser';
import { startSandboxPlatform } from '../support/sandbox-platform';
import { freePort } from '../support/free-port';
import { extendedRecords } from '../support/small-uploads';
import { BuildContext } from './build-context';
import { readCompose } from './compose';
import { Container } from './container';
import { parseDockerfile } from './dockerfile';
import { Image } from './image';

const ROOT = join(__dirname, '../..');
const MINUTES = 60_000;

jest.setTimeout(3 * MINUTES);

function readLock(path: string): { packages: Record<string, { dev?: boolean }> } {
  return JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof readLock>;
}

/** Runs the Dockerfile's own instructions, and containers of what comes of them. Takes the rights of root. */
describe('the image of docker/Dockerfile', () => {
  let image: Image;
  let env: Record<string, string>;
  let url: string;
  const containers: Container[] = [];

  async function start(variables: Record<string, string>, command?: string[]): Promise<Container> {
    const container = await Container.start(image, variables, command);
    containers.push(container);
    return container;
  }

  beforeAll(async () => {
    const stages = parseDockerfile(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8'));
    image = await Image.build(stages, new BuildContext(ROOT));
    const port = await freePort();
    env = { PORT: String(port), SANDBOX_PORT: String(await freePort()), RATE_LIMIT_MAX: '100000' };
    url = `http://127.0.0.1:${port}`;
  }, 10 * MINUTES);
  afterEach(async () => {
    await Promise.all(containers.splice(0).map((container) => container.kill()));
  });
  afterAll(() => {
    image.remove();
  });

  /** Logs in at the sandbox platform and comes back. */
  async function logIn(platform: string, listener: string): Promise<Browser> {
    const browser = new Browser();
    const consent = (await browser.get(`${url}/api/v1/auth/login`)).headers.get('location') ?? '';
    const form = new URLSearchParams([...new URL(consent).searchParams, ['user', listener], ['decision', 'approve']]);
    const consented = await browser.request(`${platform}/authorize`, { method: 'POST', body: form });
    const callback = new URL(consented.headers.get('location') ?? '');
    await browser.get(`${url}${callback.pathname}${callback.search}`);
    return browser;
  }

  it('holds what the service needs to run, and nothing else', () => {
    expect(readdirSync(image.path('.')).sort()).toEqual(['dist', 'docker', 'node_modules', 'package.json']);
    const { packages } = readLock(join(ROOT, 'package-lock.json'));
    const installed = Object.keys(readLock(image.path('node_modules/.package-lock.json')).packages);
    expect(installed).toContain('node_modules/fastify');
    expect(installed.filter((path) => packages[path]?.dev === true)).toEqual([]);
  });

  it('comes up healthy for an account without rights, logs in, and ends by itself when told to', async () => {
    const container = await start(env);
    await container.untilHealthy();
    expect(container.processes().sort()).toEqual(['node', 'redis-server', 'tini']);
    expect(await container.run(['id', '--user', '--name'])).toEqual({ succeeded: true, output: 'node\n' });
    // Published ports come in from outside, not over the container's loopback: any other address stands for that.
    const sandbox = `http://127.0.0.2:${env.SANDBOX_PORT}`;
    const browser = await logIn(sandbox, 'blanca');
    expect(await browser.json(`${url}/api/v1/users/me`)).toMatchObject({ platform_id: 'blanca' });
    const backup = await container.run(['npm', 'run', 'backup', '--', '/data/playledger.backup']);
    expect(backup).toMatchObject({ succeeded: true });
    const { code, ms } = await container.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(container.printed()).toContain('Playledger is ready');
  });

  it('is told to be ill while it cannot serve', async () => {
    const container = await start(env, ['sleep', '600']);
    expect(await container.run()).toEqual({
      succeeded: false,
      output: `connect ECONNREFUSED 127.0.0.1:${env.PORT ?? ''}\n`,
    });
  });

  it('starts again after it was killed, where its former pids are strangers’, and leaves those alone', async () => {
    const first = await start(env);
    await first.untilHealthy();
    const browser = await logIn(`http://127.0.0.1:${env.SANDBOX_PORT}`, 'mira');
    await first.kill();
    const noted = readFileSync(image.path('/data/redis/server.json'), 'utf8');
    const { pid: highest } = JSON.parse(noted) as { pid: number };
    const strangers = `for i in $(seq ${highest}); do sleep 600 & done; exec node dist/main.js`;
    const second = await start(env, ['sh', '-c', strangers]);
    await second.untilHealthy();
    expect(second.processes().filter((name) => name === 'sleep')).toHaveLength(highest);
    expect(await browser.json(`${url}/api/v1/users/me`)).toMatchObject({ platform_id: 'mira' });
    expect((await second.stop()).code).toBe(0);
  });

  it('serves many as api and worker with the settings of compose.scale.yml', async () => {
    const platform = await startSandboxPlatform();
    const { services } = readCompose(join(ROOT, 'docker/compose.scale.yml'));
    const [mongodb, redis] = [String(await freePort()), String(await freePort())];
    const given = {
      MONGODB_URI: `mongodb://127.0.0.1:${mongodb}`,
      REDIS_URL: `redis://127.0.0.1:${redis}`,
      JWT_SECRET: 'a secret that is only used by the tests',
      ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      BASE_URL: url,
      PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
      PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
      PLATFORM_API_URL: platform.url,
      PLATFORM_ACCOUNTS_URL: platform.url,
      // All containers share this machine's network.
      METRICS_PORT: String(await freePort()),
    };
    const stored = [
      'node',
      'dist/local-services/embedded-mongo/main.js',
      '--data-dir',
      '/data/mongodb',
      '--port',
      mongodb,
    ];
    await start({}, stored);
    await start({}, ['redis-server', ...(services.valkey?.command ?? []).slice(1), '--dir', '/tmp', '--port', redis]);
    const api = await start({ ...env, ...services.api?.environment, ...given });
    const worker = await start({ ...env, ...services.worker?.environment, ...given });
    await Promise.all([api.untilHealthy(), worker.untilHealthy()]);

    const browser = await logIn(platform.url, 'blanca');
    const session = { authorization: `Bearer ${browser.cookie(url, 'playledger_session') ?? ''}` };
    const body = new FormData();
    body.append('file', new Blob([JSON.stringify(extendedRecords(50))]), 'Streaming_History_Audio_2020.json');
    const upload = await fetch(`${url}/api/v1/history/import`, { method: 'POST', headers: session, body });
    const { job_id: job } = (await upload.json()) as { job_id: string };
    expect(await jobUntil(url, session, job)).toMatchObject({ status: 'completed', report: { stored: 50 } });
    expect(await getJson(url, session, '/api/v1/platform/capabilities')).toMatchObject({
      platform: { sandbox: false },
    });
    for (const container of [worker, api]) expect((await container.stop()).code).toBe(0);
    await platform.close();
  });
});
