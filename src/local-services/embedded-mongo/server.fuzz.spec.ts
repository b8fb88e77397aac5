import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc, { type Arbitrary } from 'fast-check';
import { MongoClient } from 'mongodb';
import { decode } from './bson/decode';
import { encode } from './bson/encode';
import type { Doc } from './bson/value';
import { startEngine } from './server';
import { HEADER_BYTES, MAX_MESSAGE_BYTES, OpCode } from './wire/message';

const FACTOR = process.env.CI === undefined ? 1 : 10;
const MIB = 1024 ** 2;

const folder = mkdtempSync(join(tmpdir(), 'engine-fuzz-'));
const socketPath = join(folder, 'engine.sock');
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): unknown => unhandled.push(reason);
let engine: { close(): Promise<void> };
let client: MongoClient;

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled);
  engine = await startEngine({ dataDir: folder, socketPath });
  client = await MongoClient.connect(`mongodb://${encodeURIComponent(socketPath)}/`);
  await client
    .db('app')
    .collection('rows')
    .insertMany([{ a: 1 }, { a: 2 }]);
});
afterEach(async () => {
  expect(await client.db('app').command({ ping: 1 })).toEqual({ ok: 1 });
  expect(unhandled).toEqual([]);
});
afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  await client.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Sends bytes and nothing more. @returns all that comes back before the connection ends */
async function exchange(bytes: Uint8Array): Promise<Buffer> {
  const socket = connect({ path: socketPath, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Being cut off while still sending is an end like any other.
  socket.on('error', () => undefined);
  socket.end(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

/** Sends messages whose lengths are right. @returns the answers, of which there are fewer where the connection was closed */
async function answersTo(messages: Buffer[]): Promise<Doc[]> {
  const socket = connect(socketPath);
  socket.on('error', () => undefined);
  socket.write(Buffer.concat(messages));
  const answers: Doc[] = [];
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const bodyStart = received.readInt32LE(12) === OpCode.Reply ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
      answers.push(decode(received, bodyStart));
      received = received.subarray(received.readInt32LE(0));
    }
    // The last message is good, so that it is answered unless the connection was closed before.
    if (answers.at(-1)?.isWritablePrimary !== undefined) socket.destroy();
  });
  await once(socket, 'close');
  return answers;
}

function expectNoFault(answers: Doc[]): void {
  for (const { ok, codeName, errmsg } of answers) {
    expect([0, 1]).toContain(ok);
    expect([codeName, errmsg]).not.toEqual(['InternalError', expect.anything()]);
  }
}

function header(length: number, opCode: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}

function opMsg(doc: Doc): Buffer {
  const body = encode(doc);
  return Buffer.concat([header(HEADER_BYTES + 5 + body.length, OpCode.Message), Buffer.alloc(5), body]);
}

const HELLO: Doc = { hello: 1, $db: 'admin' };
const COMMANDS: Doc[] = [
  { find: 'rows', filter: { a: { $gte: 1 } }, sort: { a: -1 }, limit: 2, $db: 'app' },
  {
    aggregate: 'rows',
    pipeline: [{ $match: { a: 1 } }, { $group: { _id: '$a', n: { $sum: 1 } } }],
    cursor: {},
    $db: 'app',
  },
  { update: 'other', updates: [{ q: { a: 1 }, u: { $set: { b: 2 } }, upsert: true }], $db: 'app' },
  { insert: 'other', documents: [{ a: 1 }], $db: 'app' },
  { findAndModify: 'other', query: { a: 1 }, update: { $inc: { b: 1 } }, $db: 'app' },
  { createIndexes: 'other', indexes: [{ key: { a: 1 }, name: 'a_1' }], $db: 'app' },
  { count: 'rows', query: {}, $db: 'app' },
  { distinct: 'rows', key: 'a', $db: 'app' },
  { delete: 'other', deletes: [{ q: {}, limit: 0 }], $db: 'app' },
  { getMore: 1, collection: 'rows', $db: 'app' },
  { ping: 1, $db: 'admin' },
];

describe('a connection that carries anything', () => {
  it('ends when the other side does, whatever the bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await exchange(bytes);
      }),
      { numRuns: 100 * FACTOR },
    );
  }, 60_000);

  it('is answered or closed when messages are altered', async () => {
    const message: Arbitrary<Buffer> = fc.constantFrom(...COMMANDS).chain((doc) => {
      const bytes = opMsg(doc);
      const put = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.constantFrom(FULL, ZERO, LARGEST));
      return fc
        .array(fc.tuple(fc.integer({ min: 4, max: bytes.length - 1 }), put), { minLength: 1, maxLength: 3 })
        .map((changes) => {
          const altered = Buffer.from(bytes);
          for (const [at, value] of changes) altered.set(value.subarray(0, altered.length - at), at);
          return altered;
        });
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), async (messages) => {
        expectNoFault(await answersTo([...messages, opMsg(HELLO)]));
      }),
      { numRuns: 150 * FACTOR },
    );
  }, 60_000);

  it('is answered with ok 0 or 1 to any command, and never by a fault of the engine', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(null, -1, 2 ** 31, 1e300, '', '$a', '$$ROOT', 'rows', 'system.x', [[]], { $expr: {} }),
      fc.constantFrom<unknown>(
        { $regex: '(' },
        { $in: 1 },
        { $and: [] },
        { $sum: '$a' },
        { a: { $elemMatch: 1 } },
        { '': 1 },
      ),
    );
    const doc = fc.constantFrom(...COMMANDS).chain((given) =>
      fc
        .dictionary(fc.constantFrom(...Object.keys(given).filter((name) => name !== '$db')), value, {
          minKeys: 1,
          maxKeys: 2,
        })
        .map((changes) => JSON.parse(JSON.stringify({ ...given, ...changes }).replaceAll('\\u0000', '')) as Doc),
    );
    await fc.assert(
      fc.asyncProperty(doc, async (given) => {
        const answers = await answersTo([opMsg(given), opMsg(HELLO)]);
        expect(answers).toHaveLength(2);
        expectNoFault(answers);
      }),
      { numRuns: 200 * FACTOR },
    );
  }, 60_000);

  it('is closed where a length is claimed that no message has, and nothing is set aside for one that may come', async () => {
    for (const length of [-1, 0, 15, MAX_MESSAGE_BYTES + 1, 100 * MIB, 2 ** 31 - 1])
      expect(decode(await exchange(header(length, OpCode.Message)), 21)).toMatchObject({ ok: 0 });
    const before = process.memoryUsage();
    const sockets = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect(socketPath);
        await once(socket, 'connect');
        socket.write(header(MAX_MESSAGE_BYTES, OpCode.Message));
        return socket;
      }),
    );
    expect(await client.db('app').command({ ping: 1 })).toEqual({ ok: 1 });
    expect(process.memoryUsage().rss - before.rss).toBeLessThan(100 * MIB);
    for (const socket of sockets) socket.destroy();
  });
});

const FULL = Buffer.from('ffffffff', 'hex');
const ZERO = Buffer.alloc(4);
const LARGEST = Buffer.from('ffffff7f', 'hex');
