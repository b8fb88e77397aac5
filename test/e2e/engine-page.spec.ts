import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal128, type Document, MongoClient } from 'mongodb';
import { startEngine } from '../../src/local-services/embedded-mongo/server';
import { aggregation } from './engine-cases/aggregation.cases';
import { commands } from './engine-cases/commands.cases';
import { expressions } from './engine-cases/expressions.cases';
import { indexes } from './engine-cases/indexes.cases';
import { paths } from './engine-cases/paths.cases';
import { queries } from './engine-cases/queries.cases';
import { writes } from './engine-cases/writes.cases';
import { KINDS, SUPPORTED } from '../support/engine-supported';

const PAGE = readFileSync(join(__dirname, '../../docs/engine.md'), 'utf8');
const CASES = { ...queries, ...writes, ...indexes, ...aggregation, ...paths, ...expressions, ...commands };

const find = (filter: Document): Document => ({ find: 'rows', filter });
const pipeline = (...stages: Document[]): Document => ({ aggregate: 'rows', pipeline: stages, cursor: {} });
const insert = (doc: Document): Document => ({ insert: 'rows', documents: [doc] });

/** A command that must be refused, by the row of the page that tells of it. */
const REFUSALS: Record<string, Document> = {
  'transactions, and retryable writes': { ...insert({}), txnNumber: 1 },
  'change streams': pipeline({ $changeStream: {} }),
  '`$out` and `$merge`': pipeline({ $out: 'x' }),
  logins: { saslStart: 1 },
  'Decimal128, JavaScript, symbols and DBPointers as values': insert({ a: Decimal128.fromString('1') }),
  'a collation other than `simple`': { ...find({}), collation: { locale: 'de' } },
  'an unknown query operator, such as `$where` or `$near`': find({ $where: '1' }),
  'an unknown stage, such as `$graphLookup`': pipeline({ $graphLookup: {} }),
  'an unknown expression operator, such as `$function`': pipeline({ $project: { x: { $function: {} } } }),
  'an unknown update operator, such as `$bit`': { update: 'rows', updates: [{ q: {}, u: { $bit: { a: { or: 1 } } } }] },
  'regular expressions that JavaScript has no equivalent for': find({ a: { $regex: '\\Aa' } }),
  'text, hashed, wildcard and geographic indexes': {
    createIndexes: 'rows',
    indexes: [{ key: { a: 'text' }, name: 'x' }],
  },
  'capped collections, validators and views': { create: 'capped', capped: true, size: 1000 },
  'tailable cursors': { ...find({}), tailable: true },
  'variables by `let` of a command': { ...pipeline({ $match: {} }), let: { a: 1 } },
  'an `_id` longer than 1,978 bytes': insert({ _id: 'x'.repeat(2000) }),
  'any other command': { nope: 1 },
};

describe('docs/engine.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  let engine: { close(): Promise<void> };
  let client: MongoClient;

  beforeAll(async () => {
    const socketPath = join(folder, 'engine.sock');
    engine = await startEngine({ dataDir: folder, socketPath });
    client = await MongoClient.connect(`mongodb://${encodeURIComponent(socketPath)}/`);
    await client.db('app').collection('rows').insertOne({ a: 'b' });
  });
  afterAll(async () => {
    await client.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  test.each(KINDS)('lists every %s that the engine has, and no other', (kind) => {
    const [, listed = ''] = rows().find(([name]) => name === kind) ?? [];
    const names = [...listed.matchAll(/`([^`]+)`/g)].map(([, name = '']) =>
      kind === 'command' ? name.toLowerCase() : name,
    );
    expect(names).toEqual(SUPPORTED[kind]);
  });

  test.each(Object.entries(REFUSALS))('tells that the engine refuses %s', async (what, command) => {
    const [, code] = rows().find(([name]) => name === what) ?? [];
    const answer = await client
      .db('app')
      .command(command)
      .catch((error: unknown) => error as Document);
    const failure = (answer.writeErrors as Document[] | undefined)?.[0] ?? answer;
    expect(String(failure.code)).toBe(code);
  });

  test('tells of every difference that a case knows', () => {
    const known = Object.values(CASES).flatMap(({ differs }) => differs ?? []);
    for (const difference of new Set(known)) expect(PAGE).toContain(`- ${difference}\n`);
  });

  /** The cells of the page's tables. */
  function rows(): string[][] {
    const lines = PAGE.split('\n').filter((line) => line.startsWith('|'));
    return lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
});
