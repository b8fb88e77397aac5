import { ChangedDays } from '../../src/history/writing/changed-days.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import { PlayRows } from '../../src/history/writing/play-rows.service';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import type { HistoryState } from '../../src/history/writing/history-state.schema';
import { DAY, isoDay, play, today } from '../support/figures-client';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const LONG_AGO = new Date(0);

describe('the revisions of a history', () => {
  let api: TestApp;
  let user: SignedIn;
  let leases: HistoryLeases;
  let days: ChangedDays;

  beforeAll(async () => {
    api = await createTestApp();
    leases = api.app.get(HistoryLeases);
    days = api.app.get(ChangedDays);
  });
  afterAll(() => api.close());
  beforeEach(async () => (user = await api.signIn()));

  const states = () => api.db.collection<HistoryState>('history_states');
  const settled = (): Promise<number> => leases.settled(user.userId);
  const changedSince = (revision: number): Promise<string[]> => days.since(user.userId, revision);
  const write = (...daysAgo: number[]) =>
    api.app.get(HistoryWriter).write(
      user.userId,
      'extended',
      daysAgo.map((ago) => play(ago, today() - ago * DAY)),
    );
  const dayAgo = (ago: number): string => isoDay(today() - ago * DAY);
  const runOut = () => states().updateOne({ _id: user.userId }, { $set: { expires_at: LONG_AGO } });

  it('name the days that have changed since one of them', async () => {
    expect(await settled()).toBe(0);
    await write(5, 3);
    const first = await settled();
    await write(5, 3);
    expect(await changedSince(0)).toEqual([dayAgo(5), dayAgo(3)]);
    expect(await changedSince(first)).toEqual([]);
    // Nothing was new.
    expect(await settled()).toBe(first);
    await write(4);
    expect(await changedSince(first)).toEqual([dayAgo(4)]);
    expect(await settled()).toBeGreaterThan(first);
  });

  it('are settled when their writer is done', async () => {
    await write(5);
    const before = await settled();
    const session = await api.app.get(HistoryWriter).open(user.userId);
    await session.store(await session.match('extended', [play(1, today() - DAY)]));
    expect(await settled()).toBe(before);
    expect(await changedSince(before)).toEqual([dayAgo(1)]);
    await session.close();
    expect(await settled()).toBeGreaterThan(before);
  });

  it('are settled for a writer that has died, by whoever looks first', async () => {
    await write(5);
    const before = await settled();
    const dead = await leases.acquire(user.userId);
    await days.mark(user.userId, [dayAgo(2)], dead.revision());
    expect(await settled()).toBe(before);
    await runOut();
    const after = await settled();
    expect(after).toBeGreaterThan(dead.revision());
    expect(await changedSince(before)).toEqual([dayAgo(2)]);
    expect(await settled()).toBe(after);
    await dead.release();
    expect(await settled()).toBe(after);
  });

  it('are settled for a writer that has died, by one who finds nothing to change', async () => {
    await write(5);
    const before = await settled();
    const dead = await leases.acquire(user.userId);
    await days.mark(user.userId, [dayAgo(2)], dead.revision());
    await runOut();
    await (await leases.acquire(user.userId)).release();
    expect(await settled()).toBeGreaterThan(dead.revision());
    expect(await changedSince(before)).toEqual([dayAgo(2)]);
    await dead.release();
  });

  it('hold what a writer brings that was away for too long, after another has written', async () => {
    const session = await api.app.get(HistoryWriter).open(user.userId);
    const batch = await session.match('extended', [play(7, today() - 7 * DAY)]);
    const rows = api.app.get(PlayRows);
    const store = rows.store.bind(rows);
    let seen = 0;
    const suspended = jest.spyOn(rows, 'store').mockImplementationOnce(async (matched) => {
      await runOut();
      await write(3);
      seen = await settled();
      return store(matched);
    });
    await session.store(batch);
    await session.close();
    suspended.mockRestore();
    expect(await changedSince(seen)).toEqual([dayAgo(7)]);
    expect(await settled()).toBeGreaterThan(seen);
  });

  it('wait for what a failed write may have left', async () => {
    await write(5);
    const before = await settled();
    const lease = await leases.acquire(user.userId);
    await days.mark(user.userId, [dayAgo(2)], lease.revision());
    await expect(lease.change(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await lease.release();
    expect(await settled()).toBe(before);
    await states().updateOne({ _id: user.userId }, { $set: { disturbed_at: LONG_AGO } });
    expect(await settled()).toBeGreaterThan(lease.revision());
  });
});
