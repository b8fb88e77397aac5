import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { loadSettings } from '../../src/config/load-settings';
import type { Settings } from '../../src/config/settings';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import type { SandboxPlatform } from './sandbox-platform';
import { ServerProcess } from './server-process';
import { ServiceProcess } from './service-process';
import { type ApiCaller, callApi } from './test-app';
import { type WorkerOptions, WorkerProcess } from './worker-process';

const DATABASE = 'playledger';
/** How long a patient caller tries: longer than any part takes to come back. */
const PATIENCE_MS = 90_000;
const RETRY_MS = 50;

/**
 * The service as it runs on a larger machine: document engine, Redis, api and worker each a process of its own, on one
 * data folder. Whoever starts a process through it need not end it.
 */
export class ServiceCluster {
  /** Of every process of the service. */
  readonly env: Record<string, string>;
  readonly settings: Settings;
  private readonly started: { kill(signal: 'SIGKILL'): Promise<unknown>; printed(): string }[] = [];

  private constructor(
    readonly folder: string,
    readonly engine: ServerProcess,
    readonly redis: ServerProcess,
    readonly client: MongoClient,
    env: Record<string, string>,
  ) {
    this.env = {
      MONGODB_URI: `mongodb://127.0.0.1:${engine.port}/${DATABASE}`,
      REDIS_URL: `redis://127.0.0.1:${redis.port}/0`,
      ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      AUTO_LOGIN: 'false',
      ...env,
    };
    this.settings = loadSettings({
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: 'a secret that is only used by the tests',
      ...this.env,
    });
  }

  /** Starts engine and Redis. @param env of every process of the service, over its defaults */
  static async start(platform: SandboxPlatform, env: Record<string, string> = {}): Promise<ServiceCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'playledger-cluster-'));
    const [engine, redis] = await Promise.all([
      ServerProcess.engine(join(folder, 'documents')),
      ServerProcess.redis(join(folder, 'redis')),
    ]);
    const client = new MongoClient(`mongodb://127.0.0.1:${engine.port}/`);
    return new ServiceCluster(folder, engine, redis, client, {
      PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
      PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
      PLATFORM_API_URL: platform.url,
      PLATFORM_ACCOUNTS_URL: platform.url,
      PLATFORM_RATE_LIMIT_MAX: '18000',
      ...env,
    });
  }

  get db(): Db {
    return this.client.db(DATABASE);
  }

  async startApi(env: Record<string, string> = {}): Promise<ServiceProcess> {
    const api = await ServiceProcess.start(this.settings.dataDir, { env: { APP_ROLE: 'api', ...this.env, ...env } });
    this.started.push(api);
    return api;
  }

  startWorker({ env = {}, ...options }: WorkerOptions = {}): WorkerProcess {
    const worker = WorkerProcess.start(this, { ...options, env: { ...this.env, ...env } });
    this.started.push(worker);
    return worker;
  }

  /** What processes of the service have logged as errors, for the person who looks for the cause of a failure. */
  errors(): string {
    const lines = this.started.flatMap((part) => part.printed().split('\n'));
    return lines.filter((line) => line.includes('"level":50')).join('\n');
  }

  async close(): Promise<void> {
    await this.client.close();
    for (const part of [...this.started, this.engine, this.redis]) await part.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Calls an API that may be away for a while, as a careful client does: what was refused with 503, or got no answer at
 * all, it asks again.
 */
export function patientCaller(url: string): ApiCaller {
  return {
    url,
    call: async (path, options) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const answer = await callApi(`${url}${path}`, options).catch((error: unknown) => {
          if (Date.now() > deadline) throw error;
        });
        if (answer !== undefined && (answer.status !== 503 || Date.now() > deadline)) return answer;
        await sleep(RETRY_MS);
      }
    },
  };
}
