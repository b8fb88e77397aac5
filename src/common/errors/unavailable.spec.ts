import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { mongo } from 'mongoose';
import { isDatabaseUnavailable, isRedisUnavailable } from './unavailable';

const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
};

describe('isDatabaseUnavailable', () => {
  const bulkError = (cause: ConstructorParameters<typeof mongo.MongoBulkWriteError>[0]): Error =>
    new mongo.MongoBulkWriteError(cause, {} as mongo.BulkWriteResult);

  it('knows a connection that breaks under many writes at once, as the driver tells it', () => {
    expect(isDatabaseUnavailable(bulkError(new mongo.MongoNetworkError('read ECONNRESET')))).toBe(true);
  });

  it('knows a write that the database gave up and asks to try again, alone and among others', () => {
    const conflict = new mongo.MongoServerError({ message: 'Please retry it.', code: 112, codeName: 'WriteConflict' });
    expect(isDatabaseUnavailable(conflict)).toBe(true);
    expect(isDatabaseUnavailable(bulkError(conflict))).toBe(true);
  });

  it('knows a deadlock as DocumentDB tells it: of one write, of several, and beside a refusal', () => {
    const deadlock = { code: 2, errmsg: 'deadlock detected' };
    const refusal = { code: 11000, errmsg: 'Duplicate key violation' };
    const several = (...refused: [typeof deadlock, ...(typeof deadlock)[]]): Error => {
      const [{ code, errmsg }] = refused;
      return bulkError({ code, message: errmsg, writeErrors: refused as unknown as mongo.WriteError[] });
    };
    expect(isDatabaseUnavailable(new mongo.MongoServerError(deadlock))).toBe(true);
    expect(isDatabaseUnavailable(several(deadlock))).toBe(true);
    expect(isDatabaseUnavailable(several(refusal, deadlock))).toBe(true);
    expect(isDatabaseUnavailable(several(refusal))).toBe(false);
  });

  it('knows a socket that its other end has closed, which the driver writes to', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.resume();
    await once(socket, 'end');
    socket.write('ping');
    const [error] = (await once(socket, 'error')) as [unknown];
    expect(error).toMatchObject({ code: 'EPIPE' });
    expect(isDatabaseUnavailable(error)).toBe(true);
    server.close();
  });

  it('does not take writes that were refused for it', () => {
    expect(isDatabaseUnavailable(bulkError({ message: 'E11000 duplicate key', code: 11000 }))).toBe(false);
  });
});

describe('isRedisUnavailable', () => {
  it('knows a socket that is not there', async () => {
    const error = await failureOf(() => once(connect({ path: '/nowhere/redis.sock' }), 'connect'));
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(isRedisUnavailable(error)).toBe(true);
  });

  it('knows a port that nobody listens on', async () => {
    const error = await failureOf(() => once(connect({ host: '127.0.0.1', port: 1 }), 'connect'));
    expect(isRedisUnavailable(error)).toBe(true);
  });

  it('does not take a missing file for Redis', async () => {
    const error = await failureOf(() => readFileSync('/nowhere/at-all.json'));
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(isRedisUnavailable(error)).toBe(false);
  });

  it.each([
    'Command timed out',
    'Connection is closed.',
    "Stream isn't writeable and enableOfflineQueue options is false",
  ])('knows ioredis’ own words: %s', (message) => {
    expect(isRedisUnavailable(new Error(message))).toBe(true);
  });
});
