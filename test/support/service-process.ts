import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JwtService } from '@nestjs/jwt';
import { type Db, MongoClient } from 'mongodb';
import { DATABASE_NAMES } from '../../src/config/settings';
import { attachLocalServices } from '../../src/local-services/local-services';
import { compiledEntry, ROOT } from './compiled-source';
import { endProcess } from './end-process';
import { anonymousMemoryOf } from './process-memory';
import { freePort } from './free-port';

const ENTRIES = { source: compiledEntry('src/main.ts'), build: join(ROOT, 'dist/main.js') };
/** Signs the sessions of {@link ServiceProcess.signIn}. */
export const JWT_SECRET = 'a secret that is only used by the tests';
const POLL_MS = 20;
const RSS_SAMPLE_MS = 100;

/** The service as a process of its own: what a user starts, and what can be killed. */
export class ServiceProcess {
  private child?: ChildProcess;
  private output = '';
  readonly url: string;

  private constructor(
    private readonly port: number,
    private readonly entry: string,
    private readonly env: Record<string, string>,
    readonly dataDir: string,
    private readonly mongodbUri: string | undefined,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * Starts the service on a free port; the environment's REDIS_URL is handed on, and MONGODB_URI
   * with a database of its own.
   *
   * @param from `source` is what Jest's set-up has compiled; `build` is dist/; else the main.js of another build
   */
  static async start(
    dataDir: string,
    { from = 'source', env = {} }: { from?: 'source' | 'build' | { main: string }; env?: Record<string, string> } = {},
  ): Promise<ServiceProcess> {
    mkdirSync(dataDir, { recursive: true });
    const service = new ServiceProcess(
      await freePort(),
      typeof from === 'string' ? ENTRIES[from] : from.main,
      { SANDBOX_PORT: String(await freePort()), ...env },
      dataDir,
      databaseOf(dataDir),
    );
    await service.start();
    return service;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts the process, also again after a kill, and waits until it is ready. */
  async start(): Promise<void> {
    this.output = '';
    // As by `npm start`, with its memory and its threads.
    const child = spawn(process.execPath, ['--v8-pool-size=0', this.entry], {
      cwd: this.dataDir,
      env: {
        PATH: process.env.PATH,
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: '131072',
        ...(this.mongodbUri === undefined ? {} : { MONGODB_URI: this.mongodbUri }),
        ...(process.env.REDIS_URL === undefined ? {} : { REDIS_URL: process.env.REDIS_URL }),
        PORT: String(this.port),
        BASE_URL: this.url,
        DATA_DIR: this.dataDir,
        JWT_SECRET,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_MAX: '1000000',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The service ended at its start:\n${this.output}`);
      const ready = await fetch(`${this.url}/api/health/ready`).then(
        (response) => response.status === 200,
        () => false,
      );
      if (ready) return;
      await sleep(POLL_MS);
    }
  }

  /** @returns the process' exit code, null where the signal ended it */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return endProcess(this.child, signal);
  }

  /** What the process has printed since its last start. */
  printed(): string {
    return this.output;
  }

  /** The service's document database. */
  async withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const local = await attachLocalServices({
      dataDir: this.dataDir,
      mongodbUri: this.mongodbUri,
      redisUrl: 'redis://unused',
      databaseName: this.env.PLATFORM_CLIENT_ID === undefined ? DATABASE_NAMES.sandbox : DATABASE_NAMES.platform,
      log: () => undefined,
    });
    const client = await MongoClient.connect(local.mongodbUri);
    try {
      return await work(client.db());
    } finally {
      await client.close();
      await local.stop();
    }
  }

  /** Makes a user; returns the header that calls the API as them. */
  async signIn(name: string, fields: { timezone?: string } = {}): Promise<{ authorization: string }> {
    const userId = await this.withDatabase(async (db) => {
      const { insertedId } = await db.collection('users').insertOne({
        platform_id: name,
        display_name: name,
        timezone: 'UTC',
        created_at: new Date(),
        ...fields,
      });
      return String(insertedId);
    });
    const jwt = new JwtService({ secret: JWT_SECRET });
    const token = jwt.sign({ platform_id: name }, { subject: userId, jwtid: name, expiresIn: '1d' });
    return { authorization: `Bearer ${token}` };
  }

  /** The process' own memory now (RssAnon), in bytes. */
  memory(): number {
    return anonymousMemoryOf(this.pid);
  }

  /** Samples the process' own memory (RssAnon) until the returned function is called, which gives the peak in bytes. */
  watchMemory(): () => number {
    let peak = 0;
    const sample = (): void => {
      peak = Math.max(peak, this.memory());
    };
    sample();
    const timer = setInterval(sample, RSS_SAMPLE_MS);
    return () => {
      clearInterval(timer);
      return peak;
    };
  }
}

/** On a server that tests share each data folder has a database, too; it is dropped when all tests are over. */
function databaseOf(dataDir: string): string | undefined {
  const { MONGODB_URI: server, TEST_DATABASES: list } = process.env;
  if (server === undefined || list === undefined) return server;
  const uri = new URL(server);
  uri.pathname = `/service_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  appendFileSync(list, `${uri.href}\n`);
  return uri.href;
}
