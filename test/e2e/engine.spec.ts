import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON, Db, MongoClient } from 'mongodb';
import { startEngine } from '../../src/local-services/embedded-mongo/server';
import { aggregation } from './engine-cases/aggregation.cases';
import { ExpectedCase, Row } from './engine-cases/case';
import { commands } from './engine-cases/commands.cases';
import { expressions } from './engine-cases/expressions.cases';
import { indexes } from './engine-cases/indexes.cases';
import { paths } from './engine-cases/paths.cases';
import { queries } from './engine-cases/queries.cases';
import { writes } from './engine-cases/writes.cases';
import { KINDS, SUPPORTED } from '../support/engine-supported';
import { UsageRecorder } from '../support/engine-usage';

/** Where the same cases are run a second time, with equal results demanded. */
const REFERENCE_URI = process.env.REFERENCE_MONGODB_URI;

describe('the embedded engine behind the official driver', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const socketPath = join(folder, 'engine.sock');
  let engine: { close(): Promise<void> };
  let client: MongoClient;
  let usage: UsageRecorder;
  let reference: MongoClient | undefined;
  let count = 0;

  beforeAll(async () => {
    engine = await startEngine({ dataDir: folder, socketPath });
    client = await MongoClient.connect(`mongodb://${encodeURIComponent(socketPath)}/`, { monitorCommands: true });
    usage = new UsageRecorder(client);
    if (REFERENCE_URI !== undefined) reference = await MongoClient.connect(REFERENCE_URI);
  });

  afterAll(async () => {
    await reference?.db(databaseName()).dropDatabase();
    await reference?.close();
    await client.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  describe.each(Object.entries({ queries, paths, writes, indexes, aggregation, expressions, commands }))(
    '%s',
    (_subject, cases) => {
      test.each(Object.entries(cases))('%s', async (_name, testCase) => {
        const { expected, differs } = testCase;
        expect(await resultOf(client.db(databaseName()), testCase)).toEqual(expected);
        if (reference && differs === undefined) {
          expect(await resultOf(reference.db(databaseName()), { ...testCase, indexes: [] })).toEqual(expected);
        }
      });
    },
  );

  test.each(Object.entries(queries).filter(([, { indexes: paths }]) => paths !== undefined))(
    'an index changes nothing: %s',
    async (_name, { indexes: paths = [], ...testCase }) => {
      expect(await resultOf(client.db(databaseName()), { ...testCase, indexes: paths })).toEqual(testCase.expected);
    },
  );

  describe.each(KINDS)('every %s that the engine has is in a case', (kind) => {
    test.each(SUPPORTED[kind])('%s', (name) => {
      expect({ name, isUsed: usage.uses(kind, name) }).toEqual({ name, isUsed: true });
    });
  });

  function databaseName(): string {
    return `engine_spec_${process.pid}`;
  }

  /** What a case gives in a new collection, as plain JSON. */
  async function resultOf(db: Db, { docs, run, indexes: paths = [] }: ExpectedCase): Promise<unknown> {
    const rows = db.collection<Row>(`case_${count++}`);
    if (paths.length > 0) await rows.createIndexes(paths.map((path) => ({ key: { [path]: 1 } })));
    if (docs.length > 0) await rows.insertMany(docs.map((doc) => ({ ...doc })));
    const json = BSON.EJSON.stringify(await run(rows, db), { relaxed: true });
    return JSON.parse(json) as unknown;
  }
});
