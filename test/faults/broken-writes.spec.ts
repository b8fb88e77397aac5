import { serialize } from 'bson';
import { isDatabaseUnavailable } from '../../src/common/errors/unavailable';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { jobUntil } from '../support/api-calls';
import { playNamed, recordsLoaded, rowsOf } from '../support/history-calls';
import { extendedRecords } from '../support/small-uploads';
import { TcpProxy } from '../support/tcp-proxy';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const RECORDS = 500;

/** How a command on a collection begins in a message to the database. */
function command(name: 'insert' | 'update', collection: string): Buffer {
  return Buffer.from(serialize({ [name]: collection })).subarray(4, -1);
}

/** Written at once, and the next command finds the database there again: nothing but the write itself can tell. */
describe('a connection to the database that breaks under a write', () => {
  let mongo: TcpProxy;
  let api: TestApp;
  let user: SignedIn;
  let writer: HistoryWriter;
  const played = playNamed('Ann', 'Song', '2026-01-02T03:04:05.678Z');
  /** The same as an export tells it: it becomes part of what is stored. */
  const exported: ReportedPlay = { ...played, playedAt: played.playedAt - 678 };

  beforeAll(async () => {
    mongo = await TcpProxy.toDatabase();
    api = await createTestApp({
      env: { MONGODB_URI: `mongodb://127.0.0.1:${mongo.port}/test_broken_${Date.now().toString(36)}` },
    });
    writer = api.app.get(HistoryWriter);
  });
  beforeEach(async () => {
    user = await api.signIn();
  });
  afterAll(async () => {
    await api.close();
    await mongo.close();
  });

  async function expectUnavailable(work: Promise<unknown>): Promise<void> {
    const outcome = await work.then(
      () => 'success',
      (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error),
    );
    expect(outcome).toBe('unavailable');
  }

  it.each([
    ['history_changed_days', 'update'],
    ['listening_history', 'insert'],
    ['history_names', 'insert'],
  ] as const)('of something new to %s does not pass for a success', async (collection, name) => {
    const broken = mongo.breakAt(command(name, collection));
    await expectUnavailable(writer.write(user.userId, 'api', [played]));
    await broken;
    expect(await writer.write(user.userId, 'api', [played])).toEqual(['stored']);
    expect(await rowsOf(api, user)).toHaveLength(1);
  });

  it('of a play that two sources tell does not pass for a success', async () => {
    await writer.write(user.userId, 'api', [played]);
    const broken = mongo.breakAt(command('update', 'listening_history'));
    await expectUnavailable(writer.write(user.userId, 'extended', [exported]));
    await broken;
    expect(await writer.write(user.userId, 'extended', [exported])).toEqual(['merged']);
    expect(await rowsOf(api, user)).toMatchObject([{ seen: { extended: new Date(exported.playedAt) } }]);
  });

  it('of an import has it done again', async () => {
    const broken = mongo.breakAt(command('insert', 'listening_history'));
    const { id } = await recordsLoaded(api, user, extendedRecords(RECORDS));
    await broken;
    expect(await jobUntil(api.url, user.headers, id)).toMatchObject({
      status: 'completed',
      report: { records: RECORDS, stored: RECORDS, merged: 0 },
    });
    expect(await rowsOf(api, user)).toHaveLength(RECORDS);
  }, 60_000);
});
