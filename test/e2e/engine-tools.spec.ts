import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { CommandProcess } from '../support/command-process';
import { EngineProcess } from '../support/engine-process';
import { freePort } from '../support/free-port';

const COMMAND_NOT_FOUND = 59;

/** What these clients send, in this order, when they open a server; `admin` where no database is named. */
const OPENINGS: Record<string, [Document, Document | number][]> = {
  'the driver': [
    [
      { hello: 1, helloOk: true },
      { isWritablePrimary: true, maxWireVersion: 21 },
    ],
    [{ isMaster: 1 }, { ismaster: true }],
    [{ ping: 1 }, { ok: 1 }],
  ],
  mongosh: [
    [{ hello: 1 }, { isWritablePrimary: true }],
    [{ ping: 1 }, { ok: 1 }],
    [{ buildInfo: 1 }, { version: '7.0.0', versionArray: [7, 0, 0, 0] }],
    [{ getCmdLineOpts: 1 }, { parsed: {} }],
    [{ atlasVersion: 1 }, COMMAND_NOT_FOUND],
    [{ connectionStatus: 1, showPrivileges: true }, { authInfo: { authenticatedUserPrivileges: [] } }],
    [{ getLog: 'startupWarnings' }, { log: [], totalLinesWritten: 0 }],
    [{ getParameter: 1, featureCompatibilityVersion: 1 }, { featureCompatibilityVersion: { version: '7.0' } }],
    [{ getFreeMonitoringStatus: 1 }, COMMAND_NOT_FOUND],
    [{ listDatabases: 1 }, { databases: [{ name: 'app', empty: false }] }],
    [{ listCollections: 1, nameOnly: true, authorizedCollections: true, $db: 'app' }, { ok: 1 }],
    [
      { dbStats: 1, $db: 'app' },
      { db: 'app', collections: 1, objects: 3, indexes: 2 },
    ],
    [{ serverStatus: 1 }, { process: 'playledger-embedded-mongo' }],
    [{ endSessions: [] }, { ok: 1 }],
  ],
  Compass: [
    [{ connectionStatus: 1, showPrivileges: true }, { authInfo: { authenticatedUsers: [] } }],
    [{ getCmdLineOpts: 1 }, { argv: ['playledger-embedded-mongo'] }],
    [{ hostInfo: 1 }, { system: { cpuAddrSize: 64 } }],
    [{ buildInfo: 1 }, { bits: 64 }],
    [{ getParameter: 1, featureCompatibilityVersion: 1 }, { featureCompatibilityVersion: { version: '7.0' } }],
    [{ atlasVersion: 1 }, COMMAND_NOT_FOUND],
    [{ listDatabases: 1, nameOnly: true }, { databases: [{ name: 'app' }] }],
    [{ listCollections: 1, filter: {}, nameOnly: true, $db: 'app' }, { ok: 1 }],
    [{ dbStats: 1, $db: 'app' }, { objects: 3 }],
    [
      { collStats: 'plays', $db: 'app' },
      { count: 3, nindexes: 2 },
    ],
    [{ listIndexes: 'plays', cursor: {}, $db: 'app' }, { ok: 1 }],
    [{ top: 1 }, COMMAND_NOT_FOUND],
    [
      { validate: 'plays', $db: 'app' },
      { valid: true, nrecords: 3, keysPerIndex: { _id_: 3, n_1: 3 } },
    ],
  ],
};

describe('npm run embedded-mongo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-tools-'));
  const entry = 'src/local-services/embedded-mongo/main.ts';
  let engine: EngineProcess;
  let client: MongoClient;

  beforeAll(async () => {
    mkdirSync(join(folder, 'data/documents'), { recursive: true });
    engine = new EngineProcess(join(folder, 'data/documents'));
    await engine.start();
    client = await MongoClient.connect(engine.uri);
    const plays = client.db('app').collection('plays');
    await plays.createIndexes([{ key: { n: 1 } }]);
    await plays.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
  afterAll(async () => {
    await client.close();
    await engine.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  async function answerTo({ $db = 'admin', ...command }: Document): Promise<Document | number | undefined> {
    try {
      return await client.db(String($db)).command(command);
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      return error.code as number | undefined;
    }
  }

  it.each(Object.keys(OPENINGS))('answers what %s asks when it connects', async (tool) => {
    for (const [command, expected] of OPENINGS[tool] ?? []) {
      const answer = await answerTo(command);
      const found = { command, answer };
      if (typeof expected === 'number') expect(found).toEqual({ command, answer: expected });
      else expect(found).toMatchObject({ command, answer: expected });
    }
  });

  it.each<[Document, number]>([
    [{ getLog: 'nope' }, 96],
    [{ getParameter: 1, nope: 1 }, 72],
    [{ validate: 'nope' }, 26],
    [{ validate: 'plays', repair: true }, 2],
  ])('refuses %j', async (command, code) => {
    expect(await answerTo(command)).toBe(code);
  });

  const run = (...args: string[]) => CommandProcess.run(entry, { args, folder });

  it('says where it serves, also for the data folder of the service', async () => {
    await engine.kill('SIGTERM');
    const port = await freePort();
    const other = new CommandProcess(entry, { args: ['--data-dir', 'data', '--port', String(port)], folder });
    const direct = await MongoClient.connect(`mongodb://127.0.0.1:${port}/`);
    expect(await direct.db('app').collection('plays').countDocuments()).toBe(3);
    await direct.close();
    other.kill('SIGINT');
    expect(await other.ended()).toEqual({
      code: 0,
      printed:
        `mongodb://127.0.0.1:${port}/\n` +
        'Serves the documents in data/documents to MongoDB clients on this machine, without a password. Ctrl-C ends it.\n',
    });
    await engine.start();
  });

  it('says when the port is taken, the folder in use, or an option wrong', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await run('--data-dir', 'other', '--port', String(port))).toEqual({
      code: 1,
      printed: `Port ${port} of 127.0.0.1 is taken by another program: choose another one with --port.\n`,
    });
    taken.close();
    expect((await run('--data-dir', 'data', '--port', '1')).printed).toMatch(
      /^The data folder data\/documents is in use by process \d+/,
    );
    expect(await run('--data-dir', 'data', '--port', '70000')).toMatchObject({ code: 1 });
    expect((await run('--data-dir')).printed).toMatch(/\nUsage: npm run embedded-mongo/);
  });
});
