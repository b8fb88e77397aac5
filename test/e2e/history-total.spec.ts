import { setTimeout as sleep } from 'node:timers/promises';
import { Types } from 'mongoose';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import type { HistoryState } from '../../src/history/writing/history-state.schema';
import { type HeldLease, HistoryLeases } from '../../src/history/writing/history-leases.service';
import { costOf, QueryRecorder } from '../support/engine-queries';
import { playNamed, playsDeleted, recordsLoaded, rowInserted, rowsOf } from '../support/history-calls';
import { extendedRecord, extendedRecords } from '../support/small-uploads';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const POLL_MS = 20;
const LONG_AGO = new Date(0);
/** Whatever a write may have left under way has come in after that. */
const SETTLING_MS = 15_000;

/** The number of all plays is not counted for a page, but known from those who write them. */
describe('the total of a history', () => {
  let api: TestApp;
  /** Another process of the service. */
  let beside: TestApp;
  let queries: QueryRecorder;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ monitorCommands: true, explains: true });
    beside = await createTestApp({ beside: api, env: { APP_ROLE: 'api' } });
    queries = new QueryRecorder(api.db.getClient());
  }, 120_000);
  afterAll(async () => {
    await beside.close();
    await api.close();
  });
  beforeEach(async () => {
    user = await api.signIn();
  });

  const leases = () => api.db.collection<HistoryState>('history_states');
  const leaseOf = () => leases().findOne({ _id: user.userId });
  const setLease = (fields: object) => leases().updateOne({ _id: user.userId }, { $set: fields });
  const rowCount = () => api.db.collection('listening_history').countDocuments({ user_id: user.userId });
  /** One play does not tell how many there are. */
  const total = async (limit = 1) => (await api.call(`/api/v1/history?limit=${limit}`, { as: user })).body.total;
  const acquire = (app = api): Promise<HeldLease> => app.app.get(HistoryLeases).acquire(user.userId);
  const write = (plays: ReportedPlay[], app = api) => app.app.get(HistoryWriter).write(user.userId, 'api', plays);
  const played = (minute: number): ReportedPlay =>
    playNamed('Ann', `Song ${minute}`, new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString());
  const insertRow = () => rowInserted(api, user);

  /** Has another process take the lease from a holder that seems dead: it renews the lease each second, also in between. */
  async function takenOver(): Promise<HeldLease> {
    const holder = (await leaseOf())?.holder;
    const next = acquire(beside);
    const runOut = () => leases().updateOne({ _id: user.userId, holder }, { $set: { expires_at: LONG_AGO } });
    while ((await runOut()).matchedCount === 1) await sleep(POLL_MS);
    return next;
  }

  async function expectTotal(expected: { kept: boolean; plays?: number }): Promise<void> {
    const plays = await rowCount();
    expect(plays).toBe(expected.plays ?? plays);
    expect({ total: await total(), kept: (await leaseOf())?.plays }).toEqual({
      total: plays,
      kept: expected.kept ? plays : undefined,
    });
  }

  it('is right after everything that a user can do', async () => {
    const records = extendedRecords(30);
    const steps: [number, () => Promise<unknown>][] = [
      [15, () => recordsLoaded(api, user, records.slice(0, 15))],
      [30, () => recordsLoaded(api, user, [...records, extendedRecord({ ts: 'never' })])],
      [31, () => write([played(1)])],
      [31, () => write([played(1)])],
      [30, async () => playsDeleted(api, user, `/${String((await rowsOf(api, user))[0]?._id)}`)],
      [24, () => playsDeleted(api, user, '?start_date=2020-01-01T00:20:00Z&end_date=2020-01-01T00:25:00Z')],
      [23, () => playsDeleted(api, user, '?track=S%C3%B3ng%203')],
      [0, () => playsDeleted(api, user, '?all=true')],
    ];
    for (const [plays, step] of steps) {
      await step();
      await expectTotal({ kept: true, plays });
    }
  }, 120_000);

  it('follows an import that goes on', async () => {
    await write([played(1)]);
    const session = await api.app.get(HistoryWriter).open(user.userId);
    await session.store(await session.match('extended', [played(10), played(20)]));
    const stale = await total();
    while ((await leaseOf())?.plays !== 3) await sleep(POLL_MS);
    queries.take();
    expect([stale, await total()]).toEqual([expect.any(Number), 3]);
    expect(queries.take().map(({ name }) => name)).not.toContain('aggregate');
    // Its process is away for so long that another may write.
    await session.store(await session.match('extended', [played(30)]));
    await setLease({ expires_at: LONG_AGO, plays: 3 });
    expect(await total()).toBe(4);
    await session.close();
    await expectTotal({ kept: true, plays: 4 });
  });

  it('is that of the plays where the page has all of them', async () => {
    await write([played(1), played(2), played(3)]);
    await setLease({ plays: 5 });
    expect([await total(2), await total(3), await total(4)]).toEqual([5, 5, 3]);
  });

  it('counts what the unique index has refused as what it is', async () => {
    await write([played(1)]);
    const session = await api.app.get(HistoryWriter).open(user.userId);
    const matched = await session.match('api', [played(2), played(3)]);
    // As a writer does that has taken the lease over.
    const { user_id, track, played_at } = matched.matched.added[0]?.row ?? {};
    await api.db.collection('listening_history').insertOne({ user_id, track, played_at });
    expect(await session.store(matched)).toEqual({ outcomes: ['duplicate', 'stored'], joined: 0 });
    await session.close();
    expect(await leaseOf()).toMatchObject({ plays: 2 });
  });

  it.each(['before', 'after'])(
    'is counted when a holder still writes that was taken for dead, %s the next',
    async (when) => {
      await write([played(1)]);
      const away = await acquire();
      const next = await takenOver();
      await next.change(insertRow);
      if (when === 'after') await next.release();
      await away.change(insertRow);
      await away.release();
      expect(await total()).toBe(3);
      if (when === 'before') await next.release();
      expect(await total()).toBe(3);
      await expectHealed();
    },
  );

  it('is counted when a holder has died, and known again from the next', async () => {
    await write([played(1)]);
    const held = { holder: new Types.ObjectId(), expires_at: new Date(Date.now() + SETTLING_MS) };
    await setLease(held);
    await insertRow();
    await setLease({ expires_at: LONG_AGO });
    expect(await total()).toBe(2);
    await write([played(2)], beside);
    await expectTotal({ kept: true, plays: 3 });
  });

  it('is counted when a write has failed, of which more may come in', async () => {
    await write([played(1)]);
    const lease = await acquire();
    const failure = new Error('the connection is gone');
    const broken = lease.change(async () => {
      await insertRow();
      throw failure;
    });
    await expect(broken).rejects.toBe(failure);
    await lease.release();
    await expectTotal({ kept: false, plays: 2 });
    await insertRow();
    await expectHealed();
  });

  /** Nothing is kept while something may be under way, and by the next writer after that. */
  async function expectHealed(): Promise<void> {
    await write([played(100)]);
    await expectTotal({ kept: false });
    await setLease({ disturbed_at: new Date(Date.now() - SETTLING_MS - 1) });
    await write([played(200)]);
    await expectTotal({ kept: true });
  }

  describe('of the plays that a pattern takes', () => {
    const BY_ARTIST = ['Ann', 'Anna', 'Annika', 'Bo'].flatMap((artist, nth) =>
      Array.from({ length: 10 * (nth + 1) }, (_, i) =>
        playNamed(artist, `${artist} ${i}`, new Date(Date.UTC(2024, nth, 1, 0, i)).toISOString()),
      ),
    );
    const totalOf = async (query: string) => {
      queries.take();
      const { body } = await api.call(`/api/v1/history?limit=10&${query}`, { as: user });
      const [count] = queries.take().filter(({ name }) => name === 'aggregate');
      return { total: body.total, counted: JSON.stringify(count?.command.pipeline) };
    };

    beforeEach(async () => {
      await write(BY_ARTIST);
    });

    it.each([
      ['most names: all but those of the others', 'artist=*nn*', 60, 'bo'],
      ['few names', 'artist=b*', 40, 'bo'],
      ['most of the tracks: all but those of the others', 'track=*a*', 60, 'bo 1'],
      ['names and a range of time', 'artist=*nn*&start_date=2024-02-01', 50, 'annika'],
      ['names of artists and tracks', 'artist=*nn*&track=a*', 60, 'annika'],
      ['the tracks of one name as they match', 'artist=anna&track=*1*', 11, '"artist_key":"anna"'],
    ])('counts of %s', async (_, query, total, counted) => {
      const found = await totalOf(query);
      expect(found).toEqual({ total, counted: expect.stringContaining(counted) as string });
    });

    it('counts none where all names match', async () => {
      expect(await totalOf('artist=*')).toEqual({ total: 100, counted: undefined });
    });

    it('is counted itself while somebody writes', async () => {
      const session = await api.app.get(HistoryWriter).open(user.userId);
      try {
        await session.store(await session.match('api', [playNamed('Annabel', 'Song', '2024-06-01T00:00:00Z')]));
        const found = await totalOf('artist=*nn*');
        expect(found).toEqual({ total: 61, counted: expect.stringContaining('annika') as string });
      } finally {
        await session.close();
      }
      expect((await totalOf('artist=*nn*')).total).toBe(61);
    });
  });

  it.each([
    ['first', 1, 399],
    ['last', 40, 9],
  ])('costs no more than the %s page, however long the history is', async (_, page, newest) => {
    await write(Array.from({ length: 400 }, (_, minute) => played(minute)));
    // The first request of a user looks whether they are there.
    await api.call('/api/v1/users/me', { as: user });
    queries.take();
    const { body } = await api.call(`/api/v1/history?limit=10&page=${page}`, { as: user });
    expect(body.total).toBe(400);
    const names = (body.items as { track: { name: string } }[]).map(({ track }) => track.name);
    expect(names).toEqual(Array.from({ length: 10 }, (_, i) => `Song ${newest - i}`));
    const sent = queries.take();
    expect(sent.map(({ collection }) => collection)).toEqual(['history_states', 'listening_history', 'tracks']);
    for (const query of sent) {
      const { examined } = await costOf(api.db.getClient(), api.db.name, query);
      expect(examined).toBeLessThanOrEqual(10);
    }
  });
});
