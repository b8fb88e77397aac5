import { setTimeout as sleep } from 'node:timers/promises';
import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { Connection, ConnectionStates, type ConnectOptions } from 'mongoose';
import { DATABASE_AWAY, ServiceUnavailable } from '../common/errors/errors';
import { StartError } from '../common/start-error';
import { withTimeout } from '../common/with-timeout';
import { Settings } from '../config/settings';
import { JOBS_OPTIONS, REQUEST_OPTIONS } from './connection-options';
import { JOBS_CONNECTION } from './connections';
import { Migrator } from './migrations/migrator.service';

const RETRY_MS = 500;
const PING_TIMEOUT_MS = 1_000;

/**
 * Connects, brings the data into the form of this version, builds the indexes that the schemas declare, and knows
 * whether the database answers.
 */
@Injectable()
export class DatabaseService implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(DatabaseService.name);
  private readonly stopping = new AbortController();
  private connecting?: Promise<void>;
  private ready = false;
  private refusal?: StartError;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectConnection(JOBS_CONNECTION) private readonly jobs: Connection,
    private readonly settings: Settings,
    private readonly migrator: Migrator,
  ) {}

  onApplicationBootstrap(): void {
    this.connecting = this.prepare();
  }

  /** Before anybody stops what it has begun when the database was ready: from now on nobody begins. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.connecting;
  }

  get isReady(): boolean {
    return this.ready;
  }

  /**
   * Resolves once connected, with the data in the form of this version and every index in place.
   * @throws StartError when the service cannot work on these data; another Error when it stops before that
   */
  async whenReady(): Promise<void> {
    await this.connecting;
    if (this.refusal !== undefined) throw this.refusal;
    if (!this.ready || this.isStopping()) throw new Error('The service stopped before the database was ready');
  }

  /** @throws Error when the database does not answer within a second, or its indexes are not built yet */
  async ping(): Promise<void> {
    if (!this.ready) throw new Error('not connected yet');
    await withTimeout(Promise.resolve(this.connection.db?.command({ ping: 1 })), PING_TIMEOUT_MS);
  }

  /** For what must not be begun in vain. @throws ServiceUnavailable when the database does not answer within a second */
  async demandAnswer(): Promise<void> {
    try {
      await this.ping();
    } catch (cause) {
      throw new ServiceUnavailable(DATABASE_AWAY, { cause });
    }
  }

  private async prepare(): Promise<void> {
    while (!this.isStopping() && !this.ready) {
      try {
        await Promise.all([this.connect(this.connection, REQUEST_OPTIONS), this.connect(this.jobs, JOBS_OPTIONS)]);
        await this.migrator.run(this.jobs.getClient().db(this.jobs.name), this.stopping.signal);
        await this.buildIndexes();
        this.ready = true;
      } catch (error) {
        if (error instanceof StartError) this.refusal = error;
        if (error instanceof StartError || this.isStopping()) return;
        this.logger.warn(`The document database is not ready, trying again: ${String(error)}`);
        await sleep(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async connect(connection: Connection, options: ConnectOptions): Promise<void> {
    // The attempt that Nest began without waiting may still be under way, or may have failed.
    if (connection.readyState === ConnectionStates.connecting) await connection.asPromise().catch(() => undefined);
    // A new attempt knows nothing of the options of the one before.
    if (connection.readyState !== ConnectionStates.connected)
      await connection.openUri(this.settings.mongodbUri ?? '', options);
  }

  private async buildIndexes(): Promise<void> {
    for (const model of Object.values(this.jobs.models)) {
      const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }));
      if (indexes.length > 0) await this.jobs.collection(model.collection.name).createIndexes(indexes as never);
    }
  }
}
