import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceLogger } from './logging';
import pino from 'pino';
import { AppModule } from './app.module';
import { createAdapter, setUpApp } from './app.setup';
import { portError } from './common/port-error';
import { singleFlight } from './common/single-flight';
import { StartError } from './common/start-error';
import { withTimeout } from './common/with-timeout';
import { readSettings } from './config/load-settings';
import type { Settings } from './config/settings';
import { DatabaseService } from './database/database.service';
import { type LocalServices, startLocalServices } from './local-services/local-services';
import { fillSecrets } from './local-services/secrets';
import { startSandbox } from './sandbox/sandbox';

/** What HOST is for all interfaces. */
const EVERYWHERE = ['0.0.0.0', '::'];

/** How long each part may take to end: less than container engines wait. Longer takes only who waits for a server that is away. */
const LONGEST_STOP_MS = 15_000;

/** A part of the service that runs, and ends. */
interface Part {
  close(): Promise<unknown>;
}

/**
 * Starts what the settings ask for: local services, the sandbox platform, the application. On SIGTERM and SIGINT all
 * of it ends in the opposite order.
 *
 * @throws StartError with a sentence for the person who started it
 */
export async function startService(): Promise<void> {
  const settings = readSettings();
  fillSecrets(settings);
  const parts: Part[] = [];
  const closeAll = singleFlight(() => closeInTime(parts.toReversed()));
  try {
    const starts = [startLocal(settings)];
    if (settings.servesHttp && settings.usesSandbox) starts.push(startSandboxPlatform(settings));
    // Side by side: local services are processes and threads of their own.
    for (const start of await Promise.allSettled(starts)) if (start.status === 'fulfilled') parts.push(start.value);
    await Promise.all(starts);
    const app = await (settings.servesHttp ? startHttp(settings) : startWorker(settings));
    parts.push(app);
    closeOnSignal(closeAll);
    if ((await isReady(app)) && settings.servesHttp) greet(settings);
  } catch (error) {
    // Why it cannot start is what counts.
    await closeAll().catch(() => undefined);
    throw error;
  }
}

/**
 * Ends parts one after another, whatever becomes of the others.
 * @throws the first failure
 */
async function closeInTime(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    const tooLate = (): Error => new StopTimeout();
    await withTimeout(part.close(), LONGEST_STOP_MS, tooLate).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

class StopTimeout extends Error {
  override readonly message =
    `Redis or the document database did not answer, so the service ended without them after ${LONGEST_STOP_MS / 1000} s.` +
    ' What was under way is taken up at the next start.';
}

/**
 * Waits until the data can be worked on.
 * @returns false when the service is stopped before that
 * @throws StartError when it never can work on these data
 */
async function isReady(app: INestApplicationContext): Promise<boolean> {
  try {
    await app.get(DatabaseService).whenReady();
    return true;
  } catch (error) {
    if (error instanceof StartError) throw error;
    return false;
  }
}

/** Starts the local services that no URI is given for, and puts their addresses into the settings. */
export async function startLocal(settings: Settings): Promise<Part> {
  const logger = pino({ level: settings.logLevel });
  const local: LocalServices = await startLocalServices({
    dataDir: settings.dataDir,
    mongodbUri: settings.mongodbUri,
    redisUrl: settings.redisUrl,
    databaseName: settings.databaseName,
    log: (level, message) => {
      logger[level](message);
    },
  });
  settings.mongodbUri = local.mongodbUri;
  settings.redisUrl = local.redisUrl;
  return { close: () => local.stop() };
}

async function startSandboxPlatform(settings: Settings): Promise<Part> {
  try {
    // The service reaches the sandbox by loopback. Where it listens everywhere itself, as in a container, whose loopback
    // no browser reaches, the sandbox does likewise.
    const host = EVERYWHERE.includes(settings.host) ? settings.host : undefined;
    return await startSandbox({ host, port: settings.sandboxPort, redirectUris: [settings.platformRedirectUri] });
  } catch (error) {
    throw portError(error, `SANDBOX_PORT ${settings.sandboxPort}`, settings.host);
  }
}

/** Starts the application and listens on PORT of HOST. */
export async function startHttp(settings: Settings): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings), createAdapter(settings), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  await setUpApp(app);
  try {
    await app.listen(settings.port, settings.host);
  } catch (error) {
    await app.close();
    throw portError(error, `PORT ${settings.port}`, settings.host);
  }
  return app;
}

async function startWorker(settings: Settings): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(ServiceLogger));
  return app;
}

function closeOnSignal(closeAll: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // A connection that is closed while it waits for a hanging Redis may fail where nobody can catch it; the other parts,
      // the data among them, are closed in order all the same.
      process.on('unhandledRejection', (error) => {
        console.error(`While stopping: ${String(error)}`);
      });
      closeAll().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error instanceof StopTimeout ? error.message : error);
          process.exit(1);
        },
      );
    });
  }
}

/** The last lines of the start, for the person in front of it. */
function greet(settings: Settings): void {
  const platform = settings.usesSandbox
    ? 'Music platform: the built-in sandbox with invented listeners; set PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET to link a real one.'
    : `Music platform: ${settings.platformApiUrl}.`;
  console.log(`\nPlayledger is ready: open ${settings.baseUrl}/ in a browser.`);
  console.log(platform);
  console.log(`The API is documented at ${settings.baseUrl}/api/docs.`);
}
