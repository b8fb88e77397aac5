import { join } from 'node:path';
import { attachLocalServices } from '../../../src/local-services/local-services';
import { JWT_SECRET, type ServiceProcess } from '../../support/service-process';
import { HelperProcess } from '../helper-process';
import type { BareServerOrder } from './bare-server.process';

/** Its documents lie beside the service's on the same engine. */
const DATABASE = 'playledger_bench';
const COLLECTION = 'answers';

/** A server that tells stored answers of the service, and does as little as it can: see bare-server.process.ts. */
export class BareServer {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly process: HelperProcess<BareServerOrder, string>,
    private readonly url: string,
  ) {}

  /** Starts one on the engine and the Redis of a running service, with its settings. */
  static async beside(service: ServiceProcess): Promise<BareServer> {
    const local = await attachLocalServices({
      dataDir: service.dataDir,
      mongodbUri: process.env.MONGODB_URI,
      redisUrl: process.env.REDIS_URL,
      databaseName: DATABASE,
      log: () => undefined,
    });
    const env = { MONGODB_URI: local.mongodbUri, REDIS_URL: local.redisUrl, RATE_LIMIT_MAX: '1000000', JWT_SECRET };
    const helper = new HelperProcess<BareServerOrder, string>(join(__dirname, 'bare-server.process'));
    const url = await helper.do({ env, database: DATABASE, collection: COLLECTION });
    return new BareServer(service, helper, url);
  }

  /** Stores an answer. @returns the address at which it is told */
  async keep(id: string, answer: object): Promise<string> {
    await this.service.withDatabase(({ client }) =>
      client
        .db(DATABASE)
        .collection<{ _id: string }>(COLLECTION)
        .replaceOne({ _id: id }, { ...answer }, { upsert: true }),
    );
    return `${this.url}/${encodeURIComponent(id)}`;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
