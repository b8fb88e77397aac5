import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import { digest, type Digest } from '../../src/database-tools/digest';
import { withDataDir } from '../../src/database-tools/local-engine';
import { CommandProcess } from '../support/command-process';
import { dumpDatabase, fillDatabase } from '../support/database-dump';
import { EngineProcess } from '../support/engine-process';
import { TcpProxy } from '../support/tcp-proxy';

const ENTRY = 'src/database-tools/migrate-database.ts';
/** A server to move to; another engine than the embedded one where the tests are run on one. */
const REFERENCE = process.env.MONGODB_URI;

jest.setTimeout(120_000);

describe('npm run migrate-database', () => {
  const targetName = `move_${randomBytes(4).toString('hex')}`;
  let folder: string;
  let engines: EngineProcess[];
  let clients: MongoClient[];
  let source: { uri: string; db: Db };
  let target: { uri: string; db: Db };
  /** Lies before the target, for a move that is to take its time. */
  let way: TcpProxy;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-move-'));
    const names = REFERENCE === undefined ? ['source', 'target'] : ['source'];
    engines = names.map((name) => {
      mkdirSync(at(name));
      return new EngineProcess(at(name));
    });
    await Promise.all(engines.map((engine) => engine.start()));
    const uris = [engines[0]?.uri ?? '', REFERENCE ?? engines[1]?.uri ?? ''].map((uri) => uri.replace(/\/$/, ''));
    clients = await Promise.all(uris.map((uri) => MongoClient.connect(uri)));
    const end = (i: number, name: string) => ({ uri: `${uris[i] ?? ''}/${name}`, db: databaseOf(i, name) });
    source = end(0, 'playledger');
    target = end(1, targetName);
    way = await TcpProxy.toDatabase(target.uri);
  });
  afterEach(async () => {
    await Promise.all([source.db.dropDatabase(), target.db.dropDatabase()]);
  });
  afterAll(async () => {
    await way.close();
    for (const client of clients) await client.close();
    for (const engine of engines) await engine.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string): string => join(folder, name);
  function databaseOf(i: number, name: string): Db {
    const client = clients[i];
    if (!client) throw new Error(`no client ${i}`);
    return client.db(name);
  }
  const start = (...args: string[]): CommandProcess =>
    new CommandProcess(ENTRY, { args, env: { DATA_DIR: at('data') }, folder });
  const move = () => start('--from', source.uri, '--to', target.uri).ended();

  /** Starts a move of many documents, and holds it up when some have arrived, until the way is restored. */
  async function startLong(): Promise<CommandProcess> {
    await fillDatabase(source.db, 8_000);
    way.restore();
    way.slow(200);
    const moving = start('--from', source.uri, '--to', `mongodb://127.0.0.1:${way.port}/${targetName}`);
    const arrived = () => target.db.collection('plays').estimatedDocumentCount();
    while (moving.isRunning && (await arrived()) === 0);
    way.silence();
    return moving;
  }

  it('copies every byte and index to another server, and into a data folder', async () => {
    await fillDatabase(source.db, 1_000);
    const expected = await dumpDatabase(source.db);
    expect(await move()).toEqual({
      code: 0,
      printed:
        `${targetName}: 1050 documents in 3 collections, the same on both sides.\n` +
        'Start Playledger with MONGODB_URI set to the new place. The old data is still where it was.\n',
    });
    expect(await dumpDatabase(target.db)).toEqual(expected);

    expect(await start('--from', target.uri, '--to', 'embedded').ended()).toMatchObject({ code: 0 });
    const local = new EngineProcess(at('data/documents'));
    await local.start();
    const client = await MongoClient.connect(local.uri);
    expect(await dumpDatabase(client.db(targetName))).toEqual(expected);
    await client.close();
    await local.kill('SIGTERM');
  });

  it('is taken up where it was killed, also after the source has changed', async () => {
    const moving = await startLong();
    moving.kill('SIGKILL');
    expect(await moving.ended()).toMatchObject({ code: null });
    const plays = source.db.collection('plays');
    const [copied] = await target.db.collection('plays').find().limit(1).toArray();
    await plays.deleteOne({ _id: copied?._id });
    await plays.updateMany({ n: { $in: [1, 2, 7_999] } }, { $set: { changed: true } });
    await plays.insertOne({ _id: new ObjectId(), n: -1 });
    const { code, printed } = await move();
    expect(printed).toContain('8050 documents in 3 collections, the same on both sides.');
    expect(code).toBe(0);
    expect(await dumpDatabase(target.db)).toEqual(await dumpDatabase(source.db));
  });

  it('says on Ctrl-C that it can be taken up, and takes up nothing else', async () => {
    const moving = await startLong();
    moving.kill('SIGINT');
    expect(await moving.ended()).toEqual({
      code: 130,
      printed: 'Stopped. What is copied stays: run the same command again to go on.\n',
    });
    const other = source.uri.replace(/playledger$/, 'other');
    await databaseOf(0, 'other').collection('plays').insertOne({ n: 1 });
    const { code, printed } = await start('--from', other, '--to', target.uri).ended();
    expect(printed).toMatch(
      /holds a copy of \S+playledger, database playledger that is not whole\. Go on with that one/,
    );
    expect(code).toBe(1);
  });

  it('refuses a source that is written to meanwhile', async () => {
    const moving = await startLong();
    await source.db.collection('plays').updateMany({ n: { $lt: 10 } }, { $set: { late: true } });
    way.restore();
    const { code, printed } = await moving.ended();
    expect(printed).toMatch(/^playledger\.plays was changed while it was copied \(8000 documents, 8000 in the copy\)/);
    expect(code).toBe(1);
    expect(await move()).toMatchObject({ code: 0 });
  });

  it('does not compare what has expired, which a server deletes when it likes', async () => {
    await fillDatabase(source.db, 1);
    await fillDatabase(target.db, 1);
    const sums = async (): Promise<Digest[]> => {
      const logs = [source.db.collection('logs'), target.db.collection('logs')];
      const indexes = await source.db.collection('logs').indexes();
      return Promise.all(logs.map((each) => digest(each, indexes, new Date(), () => undefined)));
    };
    await target.db.collection('logs').deleteMany({});
    await target.db.collection('logs').insertMany(await source.db.collection('logs').find().toArray());
    await source.db.collection('logs').insertOne({ at: new Date(0) });
    const [first, second] = await sums();
    expect(first).toEqual(second);
    await target.db.collection('logs').insertOne({ at: new Date() });
    const [before, after] = await sums();
    expect(after?.documents).toBe((before?.documents ?? 0) + 1);
    expect(after?.sum).not.toBe(before?.sum);
  });

  it('refuses a target that holds something else, and changes nothing there', async () => {
    await fillDatabase(source.db, 10);
    await target.db.collection('mine').insertOne({ a: 1 });
    await target.db.createCollection('empty');
    const before = await dumpDatabase(target.db);
    const { code, printed } = await move();
    expect(printed).toMatch(/^The database \S+ there is not empty \(mine\): nothing was changed\./);
    expect(code).toBe(1);
    expect(await dumpDatabase(target.db)).toEqual(before);
  });

  it('refuses a data folder that the service runs on, and says how it is used', async () => {
    await withDataDir(at('held'), async () => {
      const held = new CommandProcess(ENTRY, { args: ['--to', target.uri], env: { DATA_DIR: at('held') }, folder });
      const { code, printed } = await held.ended();
      expect(printed).toContain(`is in use by process ${process.pid}`);
      expect(code).toBe(1);
    });
    const answers = await Promise.all(
      [start(), start('--to', 'embedded'), start('--to', 'mongodb://127.0.0.1:1')].map((c) => c.ended()),
    );
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(answers[0]?.printed).toMatch(/^Say with --to where the data is to go\.\nUsage: npm run migrate-database/);
    expect(answers[1]?.printed).toBe('--from and --to are the same place: nothing to copy.\n');
    expect(answers[2]?.printed).toMatch(/^The document database cannot be reached: /);
  });
});
