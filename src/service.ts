import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import pino from 'pino';
import { AppModule } from './app.module';
import { createAdapter, setUpApp } from './app.setup';
import { loadSettings } from './config/load-settings';
import type { Settings } from './config/settings';
import { LocalServices, startLocalServices } from './local-services/local-services';
import { loadOrCreateSecrets } from './local-services/secrets';

/**
 * Starts what the settings ask for, from the local services up to the listening application, and stops it again in
 * the opposite order on SIGTERM or SIGINT.
 *
 * @throws StartError with a sentence for the person who started it
 */
export async function startService(env: NodeJS.ProcessEnv): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const settings = loadSettings(env);
  fillSecrets(settings);
  const local = await startLocal(settings);
  let app: INestApplicationContext;
  try {
    app = settings.servesHttp ? await startHttp(settings) : await startWorker(settings);
  } catch (error) {
    await local.stop();
    throw error;
  }
  stopOnSignal(async () => {
    await app.close();
    await local.stop();
  });
}

function fillSecrets(settings: Settings): void {
  if (settings.jwtSecret !== undefined && settings.encryptionKey !== undefined) return;
  const secrets = loadOrCreateSecrets(settings.dataDir);
  settings.jwtSecret ??= secrets.jwtSecret;
  settings.encryptionKey ??= secrets.encryptionKey;
}

async function startLocal(settings: Settings): Promise<LocalServices> {
  const logger = pino({ level: settings.logLevel });
  const local = await startLocalServices({
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
  return local;
}

async function startHttp(settings: Settings): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings), createAdapter(settings), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  await setUpApp(app);
  await app.listen(settings.port, settings.host);
  return app;
}

async function startWorker(settings: Settings): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  return app;
}

function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
