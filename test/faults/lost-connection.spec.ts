import { once } from 'node:events';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, ConnectionStates } from 'mongoose';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

/** A driver that does not notice that its server is back cannot be caused: it is told here that the server is gone. */
describe('a connection to the document database that does not come back by itself', () => {
  let api: TestApp;
  let user: SignedIn;
  beforeAll(async () => {
    api = await createTestApp();
    user = await api.signIn();
  });
  afterAll(() => api.close());

  it.each([
    ['of requests', getConnectionToken()],
    ['of jobs', getConnectionToken(JOBS_CONNECTION)],
  ])(
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
});
