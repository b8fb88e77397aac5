import { getConnectionToken } from '@nestjs/mongoose';
import fc from 'fast-check';
import { type Connection, Types } from 'mongoose';
import { nameId } from '../../src/catalogue/name-id';
import type { Track } from '../../src/catalogue/track.schema';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { PlayDeleter } from '../../src/history/deletion/play-deleter.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import { NameRows } from '../../src/history/resolving/name-rows.service';
import { crowdedReports, START } from '../../src/history/testing/arbitraries';
import type { HistoryState } from '../../src/history/writing/history-state.schema';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import { Landmarks } from '../../src/history/writing/landmarks.service';
import { costOf, QueryRecorder, type SentQuery } from '../support/engine-queries';
import { playNamed, playsDeleted, rowInserted } from '../support/history-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { MINUTE_MS } from '../../src/common/durations';

const LONG_AGO = new Date(0);
const SPACING = 50;
const PLAYS = 400;

const downFrom = (newest: number, count: number): number[] => Array.from({ length: count }, (_, i) => newest - i);

/** Pages are read from landmarks, which those who write plays leave for them. */
describe('the pages of a history', () => {
  let api: TestApp;
  /** Another process of the service. */
  let beside: TestApp;
  let queries: QueryRecorder;
  let queriesOfJobs: QueryRecorder;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ monitorCommands: true, explains: true });
    beside = await createTestApp({ beside: api, env: { APP_ROLE: 'api' } });
    queries = new QueryRecorder(api.db.getClient());
    queriesOfJobs = new QueryRecorder(api.app.get<Connection>(getConnectionToken(JOBS_CONNECTION)).getClient());
  }, 120_000);
  afterAll(async () => {
    await beside.close();
    await api.close();
  });
  beforeEach(async () => {
    setSpacing(SPACING);
    user = await api.signIn();
  });

  function setSpacing(plays: number): void {
    for (const { app } of [api, beside]) app.get(Landmarks).spacing = plays;
  }
  const leases = () => api.db.collection<HistoryState>('history_states');
  const leaseOf = (as: SignedIn) => leases().findOne({ _id: as.userId });
  const rowsOf = ({ userId }: SignedIn) =>
    api.db.collection('listening_history').find({ user_id: userId }).sort({ played_at: -1, _id: -1 }).toArray();
  const places = async () => (await leaseOf(user))?.landmarks?.map(({ n }) => n);
  const rightPlaces = (plays: number) =>
    Array.from({ length: Math.floor(plays / SPACING) }, (_, i) => SPACING * (i + 1));
  const playedAt = (minute: number): Date => new Date(START + minute * MINUTE_MS);
  /** Writes plays of these minutes. */
  const write = (first: number, end: number) => {
    const minutes = Array.from({ length: end - first }, (_, i) => first + i);
    const plays = minutes.map((minute) => playNamed('Ann', `Song ${minute}`, playedAt(minute).toISOString()));
    return api.app.get(HistoryWriter).write(user.userId, 'api', plays);
  };
  const page = async (number: number, limit = 10, as = user) => {
    const { body } = await api.call(`/api/v1/history?limit=${limit}&page=${number}`, { as });
    return body as { total: number; items: { id: string }[] };
  };

  async function expectAllPages(limit: number, as = user): Promise<void> {
    const ids = (await rowsOf(as)).map(({ _id }) => String(_id));
    for (let number = 1; (number - 1) * limit <= ids.length; number++) {
      const { total, items } = await page(number, limit, as);
      expect([total, items.map(({ id }) => id)]).toEqual([ids.length, ids.slice((number - 1) * limit, number * limit)]);
    }
  }

  /** A pattern's plays are counted by their names, of which some match and some do not. */
  async function expectPatternCounted(as: SignedIn): Promise<void> {
    const { body } = await api.call('/api/v1/history?artist=*n*&limit=1', { as });
    expect(body.total).toBe((await rowsOf(as)).filter(({ artist_key }) => String(artist_key).includes('n')).length);
  }

  /** What reading a page has asked. */
  async function askedFor(number: number): Promise<{ lease: SentQuery | undefined; plays: SentQuery | undefined }> {
    queries.take();
    await page(number);
    const sent = queries.take();
    const of = (name: string) => sent.find(({ collection }) => collection === name);
    return { lease: of('history_states'), plays: of('listening_history') };
  }

  /** What may happen to a history, in either of two processes; resolves to whether its number is known then. */
  type Event = (app: TestApp, as: SignedIn) => Promise<boolean>;
  const reported = crowdedReports.map(({ source, plays }): Event => async ({ app }, { userId }) => {
    await app.get(HistoryWriter).write(userId, source, plays);
    return plays.length > 0;
  });
  const deleted = fc
    .tuple(fc.nat({ max: 3 }), fc.nat({ max: 240 }))
    .map(([most, second]): Event => async ({ app }, as) => {
      const deleter = app.get(PlayDeleter);
      const played_at = { $lte: new Date(START + second * 1_000) };
      await deleter.deleteNewest(as.userId, { user_id: as.userId, played_at }, most + 1);
      if (most % 2 === 0) await deleter.forgetNames(as.userId);
      return true;
    });
  const resolved = fc.constantFrom('A', 'C').map((letter): Event => async ({ app }, { userId }) => {
    const track = { platform_id: letter.repeat(22), album: null, duration_ms: 200_000 } as Track;
    await app.get(NameRows).settle(userId, nameId(letter === 'A' ? 'Band' : 'Other Band', 'Song'), track);
    return true;
  });
  const diedOnTheWay = fc.boolean().map((hadRenewed): Event => async (_, as) => {
    const held = { holder: new Types.ObjectId(), expires_at: LONG_AGO };
    await (hadRenewed
      ? leases().updateOne({ _id: as.userId }, { $set: held, $inc: { begun: 1 } }, { upsert: true })
      : leases().replaceOne({ _id: as.userId }, { ...held, begun: 1, settled: 0 }, { upsert: true }));
    await rowInserted(api, as, playedAt(1));
    return false;
  });
  const formerBuild = fc.constant<Event>(async (_, as) => {
    const held = { holder: new Types.ObjectId(), expires_at: new Date(Date.now() + 15_000), begun: 1, settled: 0 };
    await leases().replaceOne({ _id: as.userId }, held, { upsert: true });
    await rowInserted(api, as, playedAt(1));
    await leases().deleteOne({ _id: as.userId });
    return false;
  });
  const events = fc.array(
    fc.tuple(
      fc.oneof(
        { arbitrary: reported, weight: 5 },
        { arbitrary: deleted, weight: 2 },
        { arbitrary: resolved, weight: 2 },
        { arbitrary: diedOnTheWay, weight: 1 },
        { arbitrary: formerBuild, weight: 1 },
      ),
      fc.boolean(),
    ),
    { minLength: 4, maxLength: 12 },
  );

  it('show all plays in their order, whoever writes them, dies or is of a former build', async () => {
    setSpacing(2);
    await fc.assert(
      fc.asyncProperty(events, async (happening) => {
        const as = await api.signIn();
        for (const [event, isBeside] of happening) {
          const known = await event(isBeside ? beside : api, as);
          await expectAllPages(5, as);
          await expectPatternCounted(as);
          if (known) expect((await leaseOf(as))?.plays).toBe((await rowsOf(as)).length);
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  it.each([
    ['newer', 14],
    ['older', 17],
  ])('are read from the nearest landmark, be it the %s one', async (_, number) => {
    await write(0, PLAYS);
    expect(await places()).toEqual(rightPlaces(PLAYS));
    const { lease, plays } = await askedFor(number);
    expect(lease?.command.projection).toMatchObject({ landmarks: 1 });
    expect(Number(plays?.command.skip)).toBeLessThanOrEqual(SPACING / 2);
    if (plays === undefined) throw new Error('No plays were read');
    const { examined } = await costOf(api.db.getClient(), api.db.name, plays);
    expect(examined).toBeLessThan(SPACING + 10);
    await expectAllPages(20);
  });

  it.each(['', '&artist=Ann', '&artist=A*'])(
    'behind the last are empty, and tell as many plays as there are (%s)',
    async (filter) => {
      await write(0, 60);
      for (const number of [2, 7, 8, 1_000, '99999999999999999999']) {
        const { body } = await api.call(`/api/v1/history?limit=10&page=${number}${filter}`, { as: user });
        expect(body).toMatchObject({ total: 60, pages: 6 });
      }
      const { body } = await api.call('/api/v1/history?page=2&artist=nobody', { as: user });
      expect(body).toMatchObject({ items: [], total: 0, pages: 0 });
    },
  );

  it('are read between landmarks at the ends, too', async () => {
    await write(0, PLAYS - 1);
    const at = (n: number): Date => playedAt(n - 1);
    const between = async (number: number): Promise<unknown[]> => {
      const { lease, plays } = await askedFor(number);
      const { played_at } = plays?.command.filter as { played_at?: object };
      return [lease?.command.projection as unknown, played_at];
    };
    expect(await between(1)).toEqual([expect.objectContaining({ landmarks: { $slice: -2 } }), { $gt: at(350) }]);
    expect(await between(6)).toEqual([expect.objectContaining({ landmarks: 1 }), { $gt: at(300), $lte: at(350) }]);
    expect(await between(40)).toEqual([expect.objectContaining({ landmarks: 1 }), { $lte: at(50) }]);
    await expectAllPages(SPACING);
  });

  it('are read without landmarks while somebody writes', async () => {
    await write(0, PLAYS);
    const other = await api.app.get(HistoryLeases).acquire(user.userId);
    await other.change(() => rowInserted(api, user, playedAt(0.5)));
    const { plays } = await askedFor(20);
    expect(plays?.command).toMatchObject({ filter: { user_id: user.userId }, skip: 190 });
    await other.release();
    await expectAllPages(20);
  });

  it('tell the newest plays while somebody writes, without those that are older than on the page before', async () => {
    await write(0, PLAYS);
    const other = await api.app.get(HistoryLeases).acquire(user.userId);
    const newest = async (): Promise<unknown> => {
      const ids = (await rowsOf(user)).slice(0, 10).map(({ _id }) => String(_id));
      queries.take();
      expect((await page(1)).items.map(({ id }) => id)).toEqual(ids);
      const asked = queries.take().filter(({ collection }) => collection === 'listening_history');
      return asked.map(({ command }) => (command.filter as { played_at?: object }).played_at ?? 'all');
    };
    expect(await newest()).toEqual(['all']);
    await other.change(() => rowInserted(api, user, playedAt(PLAYS)));
    expect(await newest()).toEqual([{ $gte: playedAt(PLAYS - 10) }]);
    await api.db.collection('listening_history').deleteMany({ user_id: user.userId, played_at: playedAt(PLAYS - 2) });
    await api.db.collection('listening_history').deleteMany({ user_id: user.userId, played_at: playedAt(PLAYS - 3) });
    expect(await newest()).toEqual([{ $gte: playedAt(PLAYS - 9) }, 'all']);
    await other.release();
  });

  it('of a pattern are counted once, until somebody writes', async () => {
    await write(0, PLAYS);
    const counts = async (pattern: string): Promise<[total: unknown, counts: number]> => {
      queries.take();
      const { body } = await api.call(`/api/v1/history?track=${pattern}&limit=1`, { as: user });
      const asked = queries.take().filter(({ collection }) => collection === 'listening_history');
      return [body.total, asked.filter(({ name }) => name === 'aggregate').length];
    };
    expect(await counts('*9')).toEqual([40, 1]);
    expect(await counts('*9')).toEqual([40, 0]);
    expect(await counts('*9*')).toEqual([76, 1]);
    await api.app.get(HistoryWriter).write(user.userId, 'api', [playNamed('Ann', 'Song 1999', LONG_AGO.toISOString())]);
    expect(await counts('*9')).toEqual([41, 1]);
    const other = await api.app.get(HistoryLeases).acquire(user.userId);
    expect(await counts('*9')).toEqual([41, 1]);
    await other.release();
    expect(await counts('*9')).toEqual([41, 1]);
    expect(await counts('*9')).toEqual([41, 0]);
  });

  it('of a pattern that takes many are looked for among the newest plays first', async () => {
    await write(0, 5_300);
    const asked = async (query: string): Promise<unknown[]> => {
      queries.take();
      const { body } = await api.call(`/api/v1/history?${query}`, { as: user });
      const names = (body.items as { track: { name: string } }[]).map(({ track }) => track.name);
      const finds = queries
        .take()
        .filter(({ collection, name }) => collection === 'listening_history' && name === 'find');
      return [names, ...finds.map(({ command }) => (command.filter as { played_at?: object }).played_at ?? 'all')];
    };
    const newest = { $gte: playedAt(5_249) };
    const songs = (...numbers: number[]): string[] => numbers.map((number) => `Song ${number}`);
    expect(await asked('track=song*&limit=2&page=3')).toEqual([songs(5_295, 5_294), newest]);
    expect(await asked('track=s*&artist=a*&limit=2')).toEqual([songs(5_299, 5_298), newest]);
    // An index finds the newest plays of one name by itself.
    expect(await asked('track=s*&artist=ann&limit=2')).toEqual([songs(5_299, 5_298), 'all']);
    expect(await asked('track=song*&limit=100')).toEqual([songs(...downFrom(5_299, 100)), newest, 'all']);
    expect(await asked('track=song*&limit=2&page=2650')).toEqual([songs(1, 0), 'all']);
    expect(await asked('track=*0&artist=a*&limit=2')).toEqual([songs(5_290, 5_280), 'all']);
  });

  it('have landmarks where much more is listened to than before, and much less', async () => {
    const minutes = Array.from({ length: PLAYS }, (_, i) =>
      i < 150 ? i * 60 : i < 250 ? 9_000 + i : 20_000 * (i - 249),
    );
    const plays = minutes.map((minute) => playNamed('Ann', `Song ${minute}`, playedAt(minute).toISOString()));
    await api.app.get(HistoryWriter).write(user.userId, 'api', plays);
    expect(await places()).toEqual(rightPlaces(PLAYS));
    await expectAllPages(20);
  });

  /** The times among which landmarks have been looked for. */
  const searched = (): unknown[] =>
    queriesOfJobs
      .take()
      .filter(({ command }) => command.skip === SPACING - 1)
      .map(({ command }) => (command.filter as { played_at?: object }).played_at);

  it('cost newer plays nothing, until there is one more landmark', async () => {
    await write(0, PLAYS);
    queriesOfJobs.take();
    for (let minute = PLAYS + 10; minute < PLAYS + SPACING; minute += 10) {
      await write(minute, minute + 10);
      expect(searched()).toEqual([]);
      expect(await places()).toEqual(rightPlaces(PLAYS));
    }
    await write(PLAYS, PLAYS + 10);
    expect(searched()).toHaveLength(1);
    expect(await places()).toEqual(rightPlaces(PLAYS + SPACING));
  });

  it('have landmarks that are looked for near the one before', async () => {
    queriesOfJobs.take();
    await write(0, PLAYS);
    const [first, second, ...others] = searched();
    expect([first, second]).toEqual([undefined, { $gt: playedAt(SPACING - 1) }]);
    expect(others).toHaveLength(PLAYS / SPACING - 2);
    for (const near of others) {
      const { $gt, $lte } = near as { $gt: Date; $lte: Date };
      expect($lte.getTime() - $gt.getTime()).toBe(3 * SPACING * MINUTE_MS);
    }
  });

  it('have their landmarks again after a deletion', async () => {
    await write(0, PLAYS);
    const id = (await page(20)).items[0]?.id ?? '';
    await playsDeleted(api, user, `/${id}`);
    expect(await places()).toEqual(rightPlaces(PLAYS - 1));
    await playsDeleted(api, user, `?end_date=${playedAt(99.5).toISOString()}`);
    expect(await places()).toEqual(rightPlaces(PLAYS - 101));
    await expectAllPages(20);
  });

  it('are right when another source moves a play, and when two turn out to be one', async () => {
    setSpacing(2);
    const writer = api.app.get(HistoryWriter);
    const heard = (title: string, minute: number) => playNamed('Ann', title, playedAt(minute).toISOString());
    const byName = (minute: number) => ({ ...heard(`Song ${minute}`, minute), trackId: null });
    await writer.write(user.userId, 'account', [0, 10, 20, 30, 40, 50, 60, 70].map(byName));
    await writer.write(user.userId, 'api', [heard('Song 10', 10.5)]);
    await expectAllPages(1);
    const remaster = { ...heard('Song 20, Remastered', 20.5), trackId: 'R'.repeat(22) };
    expect(await writer.write(user.userId, 'api', [remaster])).toEqual(['stored']);
    const track = { platform_id: remaster.trackId, album: null, duration_ms: 200_000 } as Track;
    await api.app.get(NameRows).settle(user.userId, nameId('Ann', 'Song 20'), track);
    expect((await page(1)).total).toBe(8);
    await expectAllPages(1);
  });

  it('do without landmarks that a failed write or a former release has not left', async () => {
    await write(0, PLAYS);
    const lease = await api.app.get(HistoryLeases).acquire(user.userId);
    await expect(lease.change(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await lease.release();
    expect(await places()).toBeUndefined();
    await expectAllPages(50);
    await leases().updateOne({ _id: user.userId }, { $set: { plays: PLAYS }, $unset: { disturbed_at: '' } });
    await expectAllPages(50);
    await write(PLAYS, PLAYS + 1);
    expect(await places()).toEqual(rightPlaces(PLAYS));
    await expectAllPages(50);
  });
});
