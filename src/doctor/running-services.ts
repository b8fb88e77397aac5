import { existsSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings';
import { findOwner } from '../local-services/data-dir-lock';
import { attachLocalServices } from '../local-services/local-services';
import { withDatabaseName } from '../local-services/mongodb-uri';

/** Where the document database and Redis are; undefined for one that runs only while the service does. */
export interface ServiceAddresses {
  mongodbUri?: string | undefined;
  redisUrl?: string | undefined;
}

/** Finds what already runs, and starts nothing. */
@Injectable()
export class RunningServices {
  constructor(private readonly settings: Settings) {}

  async addresses(): Promise<ServiceAddresses> {
    const { dataDir, mongodbUri, redisUrl, databaseName } = this.settings;
    if (existsSync(dataDir) && (await findOwner(dataDir)) !== null)
      return attachLocalServices({ dataDir, mongodbUri, redisUrl, databaseName, log: () => undefined });
    return { mongodbUri: mongodbUri && withDatabaseName(mongodbUri, databaseName), redisUrl };
  }
}
