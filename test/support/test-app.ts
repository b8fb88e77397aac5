import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { AppModule } from '../../src/app.module';
import { createAdapter, setUpApp } from '../../src/app.setup';
import { SessionService } from '../../src/auth/session.service';
import { loadSettings } from '../../src/config/load-settings';
import type { Settings } from '../../src/config/settings';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { DatabaseService } from '../../src/database/database.service';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { UsersService } from '../../src/users/users.service';

/** A user of a test app and what it takes to call the API as them. */
export interface SignedIn {
  userId: string;
  token: string;
  headers: { authorization: string };
}

/** What calls the API of a service that runs somewhere. */
export interface ApiCaller {
  /** http://127.0.0.1:port */
  url: string;
  /** Calls the API and reads the answer, if it is JSON. */
  call(path: string, options?: CallOptions): Promise<Answer>;
}

export interface TestApp extends ApiCaller {
  app: NestFastifyApplication;
  settings: Settings;
  db: Connection;
  /** Makes a user and a session of theirs. */
  signIn(name?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export interface CallOptions extends Omit<RequestInit, 'headers' | 'body'> {
  as?: SignedIn;
  headers?: Record<string, string>;
  body?: string | FormData;
  /** Sent as JSON. */
  json?: unknown;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface TestAppOptions {
  /** Environment variables over the test defaults. */
  env?: Record<string, string>;
  /** Runs beside this app on its database, Redis and data folder, as another replica. */
  beside?: TestApp;
  /** Modules beside the application's own, such as a job type that only a test has. */
  imports?: Type[];
  /** false: returns at once, as the service does when its database is away. */
  awaitDatabase?: boolean;
  /** Lets `MongoClient` of the app's connections tell the commands that they send. */
  monitorCommands?: boolean;
  /** Runs on a server that explains its plans: where the one of MONGODB_URI does not, the product's own. */
  explains?: boolean;
}

/** Knows the schedules, but lets none of them begin: not even one whose time comes while the application starts. */
class StandingSchedules extends SchedulerRegistry {
  override addCronJob(...[name, job]: Parameters<SchedulerRegistry['addCronJob']>): void {
    void job.stop();
    super.addCronJob(name, job);
  }
}

/**
 * The whole application on a free port, with a database and a data folder of its own, and a Redis that is empty. Its
 * schedules stand still: a test says itself when their time has come.
 */
export async function createTestApp({
  env = {},
  beside,
  imports = [],
  awaitDatabase = true,
  monitorCommands = false,
  explains = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = beside?.settings.dataDir ?? mkdtempSync(join(tmpdir(), 'playledger-app-'));
  const { TEST_MONGODB_URI, TEST_EXPLAINING_MONGODB_URI } = process.env;
  const server = explains ? TEST_EXPLAINING_MONGODB_URI : TEST_MONGODB_URI;
  const settings = loadSettings({
    APP_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    RATE_LIMIT_MAX: '1000000',
    DATA_DIR: dataDir,
    MONGODB_URI: beside?.settings.mongodbUri ?? ownDatabase(server, monitorCommands),
    REDIS_URL: beside?.settings.redisUrl ?? ownRedisDatabase(),
    JWT_SECRET: 'a secret that is only used by the tests',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    ...env,
  });
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot(settings), ...imports] })
    .overrideProvider(SchedulerRegistry)
    .useClass(StandingSchedules)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(createAdapter(settings), {
    bodyParser: false,
    bufferLogs: true,
  });
  await setUpApp(app);
  if (beside === undefined) await emptyRedis(app);
  await app.listen(0, '127.0.0.1');
  if (awaitDatabase) await app.get(DatabaseService).whenReady();
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const db = app.get<Connection>(getConnectionToken());
  return {
    app,
    url,
    settings,
    db,
    signIn: (name = `listener-${randomBytes(4).toString('hex')}`) => signIn(app, name),
    call: (path, options) => callApi(`${url}${path}`, options),
    close: async () => {
      // On the jobs' connection, since a large database takes its time.
      if (beside === undefined) await app.get<Connection>(getConnectionToken(JOBS_CONNECTION)).dropDatabase();
      await app.close();
      if (beside === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ownDatabase(server: string | undefined, monitorCommands: boolean): string {
  const uri = new URL(server ?? '');
  uri.pathname = `/test_${randomBytes(6).toString('hex')}`;
  if (monitorCommands) uri.searchParams.set('monitorCommands', 'true');
  return uri.href;
}

/** Jest's workers run side by side: each has a numbered database of Redis to itself. */
function ownRedisDatabase(): string {
  const server = process.env.TEST_REDIS_URL ?? '';
  const number = process.env.JEST_WORKER_ID ?? '1';
  return server.startsWith('/') ? `unix://${server}?db=${number}` : `${server.replace(/\/\d*$/, '')}/${number}`;
}

async function emptyRedis(app: NestFastifyApplication): Promise<void> {
  const redis = app.get<Redis>(REQUEST_REDIS);
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  await redis.flushdb();
}

async function signIn(app: NestFastifyApplication, name: string): Promise<SignedIn> {
  const user = await app.get(UsersService).upsertFromProfile({
    platform_id: name,
    display_name: name,
    image_url: '',
    country: '',
    product: '',
    email_encrypted: '',
  });
  const userId = String(user._id);
  const token = app.get(SessionService).issue({ id: userId, platformId: name });
  return { userId, token, headers: { authorization: `Bearer ${token}` } };
}

/** Calls an API by its whole address and reads the JSON answer. */
export async function callApi(url: string, options: CallOptions = {}): Promise<Answer> {
  const { as, json, headers, ...init } = options;
  const response = await fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...as?.headers, ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text !== '' && isJson(response) ? JSON.parse(text) : {}) as Answer['body'],
  };
}

/** A download is not. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}
