import { DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule, MongooseModuleFactoryOptions } from '@nestjs/mongoose';
import { Settings } from '../config/settings';
import { DatabaseService } from './database.service';
import { JOBS_CONNECTION } from './connections';

const COMMON_OPTIONS: MongooseModuleFactoryOptions = {
  serverSelectionTimeoutMS: 2_000,
  retryReads: false,
  retryWrites: false,
  autoCreate: false,
  autoIndex: false,
  // A query while the database is away fails at once, and is answered with 503, rather than waiting in a buffer.
  bufferCommands: false,
  // The service starts and answers 503 without its database; DatabaseService goes on trying.
  lazyConnection: true,
};

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
        MongooseModule.forRootAsync({
          inject: [Settings],
          useFactory: (settings: Settings) => ({
            ...COMMON_OPTIONS,
            uri: settings.mongodbUri,
            socketTimeoutMS: 2_500,
            // A server that hangs accepts connections and says nothing on them.
            connectTimeoutMS: 2_000,
            waitQueueTimeoutMS: 2_500,
          }),
        }),
        MongooseModule.forRootAsync({
          connectionName: JOBS_CONNECTION,
          inject: [Settings],
          useFactory: (settings: Settings) => ({ ...COMMON_OPTIONS, uri: settings.mongodbUri, maxPoolSize: 20 }),
        }),
      ],
      providers: [DatabaseService],
      exports: [DatabaseService],
    };
  }
}
