import { once } from 'node:events';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, ConnectionStates } from 'mongoose';
import { ConnectionWatch } from '../../src/database/connection-watch.service';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { TcpProxy } from '../support/tcp-proxy';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { HOUR_MS } from '../../src/common/durations';

const CALL_EVERY_MS = 20;
const CONNECTIONS = [
  ['of requests', getConnectionToken()],
  ['of jobs', getConnectionToken(JOBS_CONNECTION)],
] as const;

/** A driver that does not notice that its server is back cannot be caused: it is told here that the server is gone. */
describe('a connection to the document database that does not come back by itself', () => {
  let api: TestApp;
  let user: SignedIn;
  beforeAll(async () => {
    api = await createTestApp();
    user = await api.signIn();
  });
  afterAll(() => api.close());

  it.each(CONNECTIONS)(
    'is opened anew: that %s',
    async (_whose, token) => {
      const connection = api.app.get<Connection>(token);
      connection.getClient().emit('serverDescriptionChanged', { newDescription: { type: 'Unknown' } } as never);
      expect(connection.readyState).toBe(ConnectionStates.disconnected);
      const client = connection.getClient();
      await once(connection, 'open');
      expect(connection.getClient()).not.toBe(client);
      expect((await api.call('/api/v1/history', { as: user })).status).toBe(200);
      expect(await connection.collection('users').countDocuments()).toBe(1);
    },
    60_000,
  );

  it('is left as it is when it only seems to be lost, because the clock was set', async () => {
    const connection = api.app.get<Connection>(getConnectionToken());
    const watch = api.app.get(ConnectionWatch);
    const client = connection.getClient();
    // By which Mongoose reckons.
    await once(client, 'serverHeartbeatSucceeded');
    const [timeOfDay, uptime] = [Date.now.bind(Date), performance.now.bind(performance)];
    let passed = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => timeOfDay() + HOUR_MS + passed);
    jest.spyOn(performance, 'now').mockImplementation(() => uptime() + passed);
    try {
      expect(connection.readyState).toBe(ConnectionStates.disconnected);
      await watch.look();
      // Longer than a connection may be lost, and not yet the driver's next look at the server.
      passed = 8_000;
      await watch.look();
    } finally {
      jest.restoreAllMocks();
    }
    expect(connection.getClient()).toBe(client);
    expect(connection.readyState).toBe(ConnectionStates.connected);
  }, 60_000);
});

describe('a connection to the document database that breaks', () => {
  let mongo: TcpProxy;
  let api: TestApp;
  beforeAll(async () => {
    mongo = await TcpProxy.toDatabase();
    api = await createTestApp({
      env: { MONGODB_URI: `mongodb://127.0.0.1:${mongo.port}/test_lost_${Date.now().toString(36)}` },
    });
  });
  afterAll(async () => {
    // Either may be given up, and not be open again yet.
    for (const [, token] of CONNECTIONS) {
      const connection = api.app.get<Connection>(token);
      if (connection.readyState !== ConnectionStates.connected) await once(connection, 'connected');
    }
    await api.close();
    await mongo.close();
  });

  it.each(CONNECTIONS)(
    'lets no command wait for ever that is sent in that moment: that %s',
    async (_whose, token) => {
      const users = api.app.get<Connection>(token).collection('users');
      const find = (): Promise<unknown> => users.findOne().catch((error: unknown) => error);
      await Promise.all(Array.from({ length: 5 }, find));
      // Nobody but the socket itself knows yet that it is broken: its connection is in the pool, good to be used.
      const sent: Promise<unknown>[] = [];
      const destroyed = jest.spyOn(Socket.prototype, 'destroy').mockImplementation(function (this: Socket, error) {
        const isFirst = !this.destroyed && this.remotePort === mongo.port;
        Duplex.prototype.destroy.call(this, error);
        if (isFirst) sent.push(find());
        return this;
      });
      mongo.cut();
      while (sent.length === 0) await setImmediate();
      await setImmediate();
      destroyed.mockRestore();
      mongo.restore();
      await Promise.all(sent);
      expect(await api.db.collection('users').countDocuments()).toBe(0);
    },
    10_000,
  );

  it('answers what waits for it with 503 when it is given up and opened anew', async () => {
    const user = await api.signIn();
    const connection = api.app.get<Connection>(getConnectionToken());
    const client = connection.getClient();
    const statuses: Promise<number>[] = [];
    mongo.cut();
    while (connection.getClient() === client) {
      statuses.push(api.call('/api/v1/history', { as: user }).then(({ status }) => status));
      await sleep(CALL_EVERY_MS);
    }
    mongo.restore();
    while ((await api.call('/api/health/ready')).status !== 200) await sleep(CALL_EVERY_MS);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([503]));
  }, 60_000);
});
