import { getConnectionToken } from '@nestjs/mongoose';
import { calculateObjectSize } from 'bson';
import type { Command, Redis } from 'ioredis';
import type { CommandStartedEvent, CommandSucceededEvent } from 'mongodb';
import type { Connection } from 'mongoose';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { REQUEST_REDIS } from '../../src/queue/redis';
import type { TestApp } from './test-app';

/** What something has asked of the databases. */
export interface DatabaseCost {
  /** Commands to the document database, such as `find tracks`, in their order. */
  commands: string[];
  /** Commands to Redis, in their order. */
  redis: string[];
  /** Bytes of BSON in the replies of the document database. */
  bytesRead: number;
}

/** Counts what a test app asks of its databases. It must have been made with `monitorCommands`. */
export class CostMeter {
  private cost = nothing();

  constructor(api: TestApp) {
    for (const connection of [api.db, api.app.get<Connection>(getConnectionToken(JOBS_CONNECTION))]) {
      const client = connection.getClient();
      client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
        this.cost.commands.push(`${commandName} ${String(command[commandName])}`);
      });
      client.on('commandSucceeded', ({ reply }: CommandSucceededEvent) => {
        this.cost.bytesRead += calculateObjectSize(reply as object);
      });
    }
    watchRedis(api.app.get<Redis>(REQUEST_REDIS), ({ name }) => this.cost.redis.push(name));
  }

  /** What everything costs that is done meanwhile. */
  async during(work: () => Promise<unknown>): Promise<DatabaseCost> {
    const cost = nothing();
    this.cost = cost;
    await work();
    this.cost = nothing();
    return cost;
  }
}

/** Tells each command that a client sends, until the mock is restored. */
export function watchRedis(redis: Redis, tell: (command: Command) => void): jest.SpyInstance {
  const send = redis.sendCommand.bind(redis);
  return jest.spyOn(redis, 'sendCommand').mockImplementation((command, stream) => {
    tell(command);
    return send(command, stream);
  });
}

function nothing(): DatabaseCost {
  return { commands: [], redis: [], bytesRead: 0 };
}
