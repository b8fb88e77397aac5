import { Decimal128, type Db, type Document } from 'mongodb';
import { type Case, type Cases, codeOf, differing, fails, giving, ids, index, type Rows } from './case';

/** Whether every field is in what a command answers, and is what it should be. */
function answers(command: (rows: Rows) => Document, expected: Document, docs = ids(1, 2, 3)): [Document, Case] {
  const run = async (rows: Rows, db: Db): Promise<unknown> => {
    const answer = await db.command(command(rows));
    return Object.fromEntries(Object.keys(expected).map((field) => [field, answer[field] as unknown]));
  };
  return [expected, { docs, run }];
}

const OWN = 'DocumentDB lacks many commands of administration, or answers them with other figures';

export const commands: Cases = {
  ping: giving(...answers(() => ({ ping: 1 }), { ok: 1 })),
  hello: giving(...answers(() => ({ hello: 1 }), { isWritablePrimary: true, readOnly: false, ok: 1 })),
  ismaster: giving(...answers(() => ({ ismaster: 1 }), { ismaster: true, maxBsonObjectSize: 16_777_216 })),
  endSessions: differing(OWN, ...answers(() => ({ endSessions: [] }), { ok: 1 })),
  buildInfo: differing(OWN, ...answers(() => ({ buildInfo: 1 }), { version: '7.0.0', bits: 64, ok: 1 })),
  serverStatus: differing(
    OWN,
    ...answers(() => ({ serverStatus: 1 }), { process: 'playledger-embedded-mongo', ok: 1 }),
  ),
  connectionStatus: differing(OWN, ...answers(() => ({ connectionStatus: 1 }), { ok: 1 })),
  getCmdLineOpts: differing(OWN, ...answers(() => ({ getCmdLineOpts: 1 }), { ok: 1 })),
  getLog: differing(OWN, ...answers(() => ({ getLog: 'startupWarnings' }), { ok: 1 })),
  getParameter: differing(OWN, ...answers(() => ({ getParameter: 1, featureCompatibilityVersion: 1 }), { ok: 1 })),
  hostInfo: differing(OWN, ...answers(() => ({ hostInfo: 1 }), { ok: 1 })),
  collStats: differing(
    OWN,
    ...answers((rows) => ({ collStats: rows.collectionName }), { count: 3, nindexes: 1, ok: 1 }),
  ),
  dbStats: differing(OWN, ...answers(() => ({ dbStats: 1 }), { ok: 1 })),
  'create, once more without effect': giving([['made'], 'no error'], {
    docs: [],
    run: async (rows, db) => {
      const name = `${rows.collectionName}_made`;
      await db.command({ create: name });
      const listed = await db.listCollections({ name }).toArray();
      return [listed.map(() => 'made'), await codeOf(db.command({ create: name }))];
    },
  }),
  'listDatabases and dropDatabase': differing(OWN, [true, false], {
    docs: [],
    run: async (rows, db) => {
      const other = db.client.db(`${db.databaseName}_other`);
      await other.collection(rows.collectionName).insertOne({});
      const has = async (): Promise<boolean> => {
        const { databases } = await db.admin().listDatabases();
        return databases.some(({ name }) => name === other.databaseName);
      };
      const before = await has();
      await other.dropDatabase();
      return [before, await has()];
    },
  }),
  killCursors: giving([101, 43], {
    docs: Array.from({ length: 300 }, (_, _id) => ({ _id })),
    run: async (rows, db) => {
      const { cursor } = (await db.command({ find: rows.collectionName }, { promoteLongs: false })) as {
        cursor: { id: never; firstBatch: [] };
      };
      await db.command({ killCursors: rows.collectionName, cursors: [cursor.id] });
      return [
        cursor.firstBatch.length,
        await codeOf(db.command({ getMore: cursor.id, collection: rows.collectionName })),
      ];
    },
  }),
  'explain tells what a query has cost': differing(
    'DocumentDB has no explain',
    { stage: 'FETCH', inner: 'IXSCAN', index: 'v_1', returned: 2, keys: 2, docs: 2 },
    {
      docs: ids(1, 2, 3, 4, 5),
      run: async (rows) => {
        await index(rows, { v: 1 });
        const { queryPlanner, executionStats: stats } = (await rows
          .find({ v: { $gt: 3 } })
          .explain('executionStats')) as {
          queryPlanner: { winningPlan: { stage: string; inputStage: { stage: string; indexName: string } } };
          executionStats: Record<string, unknown>;
        };
        const { stage, inputStage } = queryPlanner.winningPlan;
        const { nReturned: returned, totalKeysExamined: keys, totalDocsExamined: docs } = stats;
        return { stage, inner: inputStage.stage, index: inputStage.indexName, returned, keys, docs };
      },
    },
  ),
  'explain reads no more than the limit asks for': differing('DocumentDB has no explain', [3, 3], {
    docs: Array.from({ length: 200 }, (_, _id) => ({ _id, v: 1 })),
    run: async (rows) => {
      await index(rows, { v: 1 });
      const { executionStats } = (await rows.find({ v: 1 }).limit(3).explain('executionStats')) as {
        executionStats: Record<string, unknown>;
      };
      return [executionStats.nReturned, executionStats.totalDocsExamined];
    },
  }),
  validate: differing(
    OWN,
    ...answers((rows) => ({ validate: rows.collectionName }), { valid: true, nrecords: 3, nInvalidDocuments: 0 }),
  ),
  'an unknown command fails': giving(
    59,
    fails([], (_rows, db) => db.command({ nope: 1 })),
  ),
  'a Decimal128 is refused by name': differing(
    'MongoDB and DocumentDB have Decimal128; the embedded engine stores no value that it cannot compute with',
    [2, true],
    {
      docs: [],
      run: async (rows) => {
        const insert = rows.insertOne({ _id: 1, v: Decimal128.fromString('1') });
        const says = await insert.then(String, (error: unknown) => /Decimal128 are not supported/.test(String(error)));
        return [await codeOf(insert), says];
      },
    },
  ),
};
