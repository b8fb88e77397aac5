import { DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule, type MongooseModuleFactoryOptions } from '@nestjs/mongoose';
import type { ConnectOptions } from 'mongoose';
import { Settings } from '../config/settings';
import { JOBS_OPTIONS, REQUEST_OPTIONS } from './connection-options';
import { JOBS_CONNECTION } from './connections';
import { ConnectionWatch } from './connection-watch.service';
import { DatabaseService } from './database.service';
import { MigrationsModule } from './migrations/migrations.module';

/**
 * Two connections to one database. Requests use the default one, whose sockets give up on a silent server after 2.5 s
 * so that a caller gets its 503 within 3 s; jobs use {@link JOBS_CONNECTION}, which waits for as long as work takes.
 */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MigrationsModule,
        MongooseModule.forRootAsync({
          inject: [Settings],
          useFactory: (settings: Settings) => lazily(settings, REQUEST_OPTIONS),
        }),
        MongooseModule.forRootAsync({
          connectionName: JOBS_CONNECTION,
          inject: [Settings],
          useFactory: (settings: Settings) => lazily(settings, JOBS_OPTIONS),
        }),
      ],
      providers: [DatabaseService, ConnectionWatch],
      exports: [DatabaseService],
    };
  }
}

/** The service starts and answers 503 without its database; DatabaseService goes on trying. */
function lazily({ mongodbUri }: Settings, options: ConnectOptions): MongooseModuleFactoryOptions {
  return { ...options, uri: mongodbUri, lazyConnection: true };
}
