import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { startEngine } from '../../src/local-services/embedded-mongo/server';
import {
  addIndexes,
  found,
  projected,
  projectedByStage,
  refill,
  type Row,
  type Rows,
  updated,
} from '../support/engine-random/engines';
import {
  incrementsBoolean,
  inFieldOrder,
  sortsOtherwise,
  updatesOtherwise,
} from '../support/engine-random/known-differences';
import { matchesScalar, SCALAR_OPERATORS } from '../support/engine-random/model';
import { filters, listedProjections, projections, sorts } from '../support/engine-random/queries';
import { updates } from '../support/engine-random/updates';
import { documents, scalars } from '../support/engine-random/values';

/** Where the same is asked a second time, with equal answers demanded. */
const REFERENCE_URI = process.env.REFERENCE_MONGODB_URI;
/** How often the reference is asked, which is slower; more by RANDOM_RUNS, for a day's search. */
const RUNS = Number(process.env.RANDOM_RUNS ?? (process.env.CI === undefined ? 30 : 60));

const docsOf = fc.array(documents, { minLength: 1, maxLength: 8 });
const several = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: 8, maxLength: 8 });

describe('random documents, queries and updates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const database = `engine_random_${process.pid}`;
  let engine: { close(): Promise<void> };
  let client: MongoClient;
  let referenceClient: MongoClient | undefined;
  let plain: Rows;
  let indexed: Rows;
  let reference: Rows | undefined;
  let compared = 0;

  beforeAll(async () => {
    const socketPath = join(folder, 'engine.sock');
    engine = await startEngine({ dataDir: folder, socketPath });
    client = await MongoClient.connect(`mongodb://${encodeURIComponent(socketPath)}/`);
    plain = client.db(database).collection<Row>('plain');
    indexed = client.db(database).collection<Row>('indexed');
    await addIndexes(indexed);
    if (REFERENCE_URI === undefined) return;
    referenceClient = await MongoClient.connect(REFERENCE_URI);
    reference = referenceClient.db(database).collection<Row>('plain');
  });

  afterAll(async () => {
    if (reference) process.stdout.write(`${compared} answers compared with the reference engine\n`);
    await referenceClient?.db(database).dropDatabase();
    await referenceClient?.close();
    await client.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  const check = <T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => Promise<void>, runs = RUNS): Promise<void> =>
    fc.assert(fc.asyncProperty(arbitrary, predicate), { numRuns: runs });

  /** Demands the same of the reference, when there is one. */
  const alsoOfReference = async (ours: unknown, ask: (rows: Rows) => Promise<unknown>): Promise<void> => {
    if (!reference) return;
    compared++;
    expect(ours).toEqual(await ask(reference));
  };

  /** Fills the collections; says whether the indexes took the documents too. */
  const fill = async (docs: readonly Record<string, unknown>[]): Promise<boolean> => {
    const [isIndexed] = await Promise.all([
      refill(indexed, docs),
      refill(plain, docs),
      reference && refill(reference, docs),
    ]);
    return isIndexed;
  };

  it('are found by an index as by reading everything', async () => {
    await check(fc.tuple(docsOf, several(filters)), async ([docs, chosen]) => {
      const isIndexed = await fill(docs);
      await Promise.all(
        chosen.map(async (filter) => {
          const ours = await found(plain, filter);
          if (isIndexed) expect(await found(indexed, filter)).toEqual(ours);
          await alsoOfReference(ours, (rows) => found(rows, filter));
        }),
      );
    });
  }, 600_000);

  it('come in order from an index as from a sort', async () => {
    await check(fc.tuple(docsOf, several(fc.tuple(sorts, filters, fc.boolean()))), async ([docs, chosen]) => {
      const isIndexed = await fill(docs);
      await Promise.all(
        chosen.map(async ([sort, any, isFiltered]) => {
          const filter = isFiltered ? any : {};
          const ours = await found(plain, filter, sort);
          if (isIndexed) expect(await found(indexed, filter, sort)).toEqual(ours);
          if (!sortsOtherwise(docs)) await alsoOfReference(ours, (rows) => found(rows, filter, sort));
        }),
      );
    });
  }, 600_000);

  it('are projected by find as by $project', async () => {
    await check(fc.tuple(docsOf, several(projections), several(listedProjections)), async ([docs, any, listed]) => {
      await fill(docs);
      for (const projection of listed) {
        expect(await projected(plain, projection)).toEqual(await projectedByStage(plain, projection));
      }
      for (const projection of [...any, ...listed]) {
        await alsoOfReference(await projected(plain, projection), (rows) => projected(rows, projection));
      }
    });
  }, 600_000);

  it('are updated alike with and without indexes, which stay true', async () => {
    await check(fc.tuple(documents, several(updates), filters), async ([doc, chosen, filter]) => {
      for (const update of chosen) {
        const ours = await updated(plain, doc, update);
        if (!(await refill(indexed, [doc]))) return;
        const withIndexes = await updated(indexed, doc, update);
        // Only an index refuses two arrays in one key.
        if ('refused' in withIndexes && withIndexes.refused === 171) return;
        expect(withIndexes).toEqual(ours);
        expect(await found(indexed, filter)).toEqual(await found(plain, filter));
        if (updatesOtherwise(update) || incrementsBoolean(ours)) continue;
        const comparable = (outcome: object): unknown => ('refused' in outcome ? 'refused' : inFieldOrder(outcome));
        await alsoOfReference(comparable(ours), async (rows) => comparable(await updated(rows, doc, update)));
      }
    });
  }, 600_000);

  it('are compared as a model of scalars has it', async () => {
    const condition = fc.tuple(fc.constantFrom(...SCALAR_OPERATORS), scalars);
    await check(
      fc.tuple(fc.array(scalars, { minLength: 4, maxLength: 12 }), several(condition)),
      async ([values, chosen]) => {
        await fill(values.map((a) => ({ a })));
        for (const [operator, argument] of chosen) {
          const expected = values.flatMap((value, _id) => (matchesScalar(value, operator, argument) ? [_id] : []));
          const rows = await indexed
            .find({ a: { [operator]: argument } })
            .sort({ _id: 1 })
            .toArray();
          expect({ operator, argument, ids: rows.map(({ _id }) => _id) }).toEqual({
            operator,
            argument,
            ids: expected,
          });
        }
      },
    );
  }, 600_000);
});
