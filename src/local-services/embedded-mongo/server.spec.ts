import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Collection, type Document, MongoClient } from 'mongodb';
import { decode } from './bson/decode';
import { startEngine } from './server';

describe('the engine as a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const socketPath = join(folder, 'engine.sock');
  const uri = `mongodb://${encodeURIComponent(socketPath)}/`;
  let engine: { close(): Promise<void> };
  let client: MongoClient;
  let rows: Collection;

  beforeAll(async () => {
    engine = await startEngine({ dataDir: folder, socketPath });
    client = await MongoClient.connect(uri);
    rows = client.db('app').collection('rows');
  });

  afterAll(async () => {
    await client.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  test('is open to its own user alone', () => {
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  });

  test.each<[string, Buffer]>([
    ['a length below the header', header(3, 2013)],
    ['a length beyond the limit', header(0x7fffffff, 2013)],
    ['an unknown opcode', Buffer.concat([header(20, 9999), Buffer.alloc(4)])],
    ['a compressed message', Buffer.concat([header(30, 2012), Buffer.alloc(14)])],
    [
      'a document that is longer than its message',
      Buffer.concat([header(26, 2013), Buffer.from([0, 0, 0, 0, 0, 99, 0, 0, 0, 0])]),
    ],
  ])('%s ends the connection with an error, and nothing else', async (_what, bytes) => {
    const socket = connect(socketPath);
    socket.write(bytes);
    const reply = await readAll(socket);
    expect(decode(reply, 21)).toMatchObject({ ok: 0, code: 22 });
    expect(await client.db('app').command({ ping: 1 })).toEqual({ ok: 1 });
  });

  test.each<[Record<string, unknown>, number]>([
    [{ nope: 1 }, 59],
    [{ find: 'rows', foo: 1 }, 2],
    [{ find: 'rows', collation: { locale: 'de' } }, 2],
    [{ find: 'rows', filter: { $where: '1' } }, 2],
    [{ find: '' }, 73],
    [{ insert: 'rows', documents: [{}], txnNumber: 1 }, 20],
    [{ aggregate: 'rows', pipeline: [{ $changeStream: {} }], cursor: {} }, 20],
    [{ aggregate: 'rows', pipeline: [{ $out: 'x' }], cursor: {} }, 20],
    [{ aggregate: 'rows', pipeline: [{ $nope: 1 }], cursor: {} }, 2],
    [{ saslStart: 1 }, 18],
    [{ commitTransaction: 1 }, 20],
    [{ getMore: 5, collection: 'rows' }, 43],
    [{ create: 'system.x' }, 73],
  ])('refuses %j', async (command, code) => {
    await expect(client.db('app').command(command)).rejects.toMatchObject({ code });
  });

  test('a duplicate says which index and which value', async () => {
    const users = client.db('app').collection('users');
    await users.createIndexes([{ key: { 'a.b': 1 }, unique: true }]);
    await users.insertOne({ a: { b: 'x' } });
    await expect(users.insertOne({ a: { b: 'x' } })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { 'a.b': 1 },
      keyValue: { 'a.b': 'x' },
    });
  });

  test('dropping a database leaves nothing of it, and no other', async () => {
    await client.db('one').collection('c').insertOne({});
    await client.db('two').collection('c').insertOne({});
    await client.db('one').dropDatabase();
    const { databases } = await client.db().admin().listDatabases();
    const names = databases.map(({ name }) => name);
    expect(names).toContain('two');
    expect(names).not.toContain('one');
  });

  test('a point read does not wait for a long scan', async () => {
    const docs = Array.from({ length: 30_000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
    await rows.insertMany(docs);
    const sums = Object.fromEntries(
      Array.from({ length: 5 }, (_, factor): [string, Document] => [
        `sum${factor}`,
        { $sum: { $multiply: ['$n', factor] } },
      ]),
    );
    const scan = rows.aggregate([{ $group: { _id: '$text', ...sums } }]).toArray();
    const finished = scan.then(() => 'finished');
    const readOnce = (): Promise<string> => rows.findOne({ n: 0 }, { hint: '_id_' }).then(() => 'read');
    let reads = 0;
    while ((await Promise.race([finished, readOnce()])) === 'read') reads++;
    expect(reads).toBeGreaterThan(5);
  });

  test('a cursor on a dropped collection ends with an error, whatever lies in its place', async () => {
    const gone = client.db('app').collection('gone');
    await gone.insertMany(Array.from({ length: 300 }, (_, n) => ({ n })));
    const cursor = gone.find().batchSize(10);
    await cursor.next();
    await gone.drop();
    await client
      .db('app')
      .collection('next')
      .insertMany(Array.from({ length: 300 }, (_, n) => ({ n })));
    await expect(cursor.toArray()).rejects.toMatchObject({ code: 175 });
  });

  test('a command that runs too long is ended', async () => {
    const slow = rows.find({ text: { $regex: 'y' } }, { maxTimeMS: 1 }).toArray();
    await expect(slow).rejects.toMatchObject({ code: 50 });
  });

  test('runs in a thread that says when it is ready and when it has closed', async () => {
    const other = mkdtempSync(join(tmpdir(), 'engine-'));
    const workerData = { dataDir: other, socketPath: join(other, 'engine.sock') };
    const file = join(__dirname, 'engine.thread.ts');
    const worker = new Worker(file, { workerData, execArgv: ['-r', '@swc-node/register'] });
    expect(await once(worker, 'message')).toEqual([{ type: 'ready' }]);
    const threadClient = await MongoClient.connect(`mongodb://${encodeURIComponent(workerData.socketPath)}/`);
    await threadClient.db('app').collection('c').insertOne({});
    await threadClient.close();
    worker.postMessage({ type: 'close' });
    expect(await once(worker, 'message')).toEqual([{ type: 'closed' }]);
    // LMDB's own threads can keep it alive while this process has another engine; the service ends it like this too.
    await worker.terminate();
    expect(worker.threadId).toBe(-1);
    rmSync(other, { recursive: true });
  });

  test('a thread that cannot start says why', async () => {
    const file = join(__dirname, 'engine.thread.ts');
    const workerData = { dataDir: folder, socketPath: join(folder, 'second.sock') };
    const worker = new Worker(file, { workerData, execArgv: ['-r', '@swc-node/register'] });
    const [message] = (await once(worker, 'message')) as [unknown];
    expect(message).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('is in use by process') as string,
    });
    await once(worker, 'exit');
  });
});

function header(length: number, opCode: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks);
}
