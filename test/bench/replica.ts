import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Connection } from 'mongoose';
import { AppModule } from '../../src/app.module';
import { loadSettings } from '../../src/config/load-settings';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { attachLocalServices } from '../../src/local-services/local-services';
import type { ServiceProcess } from '../support/service-process';

/** For a replica that is to read nothing sealed, beside a service whose key nobody knows. */
const SOME_KEY = '0123456789abcdef'.repeat(4);

/** Another replica of a running service inside this process, on its database and queue, which runs no jobs. */
export class Replica {
  private constructor(
    readonly module: TestingModule,
    readonly mongodbUri: string,
    private readonly detach: () => Promise<void>,
  ) {}

  /** @param given the service's settings that differ from the defaults */
  static async of(service: ServiceProcess, given: Record<string, string> = {}): Promise<Replica> {
    const env = { ENCRYPTION_KEY: SOME_KEY, ...given };
    const local = await attachLocalServices({
      dataDir: service.dataDir,
      mongodbUri: process.env.MONGODB_URI,
      redisUrl: process.env.REDIS_URL,
      databaseName: loadSettings(env).databaseName,
      log: () => undefined,
    });
    const settings = loadSettings({ ...env, MONGODB_URI: local.mongodbUri, REDIS_URL: local.redisUrl });
    // Not initialised, and so without workers and clocks of its own.
    const module = await Test.createTestingModule({ imports: [AppModule.forRoot(settings)] }).compile();
    for (const name of [undefined, JOBS_CONNECTION]) await module.get<Connection>(getConnectionToken(name)).asPromise();
    return new Replica(module, local.mongodbUri, () => local.stop());
  }

  async close(): Promise<void> {
    await this.module.close();
    await this.detach();
  }
}
