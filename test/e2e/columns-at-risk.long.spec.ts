import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { UserFiles } from '../../src/columns/user-files.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { ChangedDays } from '../../src/history/writing/changed-days.service';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import { PlayRows } from '../../src/history/writing/play-rows.service';
import { columnRows, recordRows } from '../support/column-rows';
import { DAY, play, today } from '../support/figures-client';
import { playsDeleted } from '../support/history-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const HOUR = 3_600_000;
const LONG_AGO = new Date(0);
const PAGE_BYTES = 4_096;

describe('the columns of a history', () => {
  let api: TestApp;
  /** Another replica, with files of its own. */
  let beside: TestApp;

  beforeAll(async () => {
    api = await createTestApp();
    beside = await createTestApp({ beside: api, env: { APP_ROLE: 'api' } });
  }, 60_000);
  afterAll(async () => {
    await beside.close();
    await api.close();
  });

  const write = (plays: readonly ReportedPlay[], as: SignedIn) =>
    api.app.get(HistoryWriter).write(as.userId, 'extended', plays);
  const expectCurrent = async (app: TestApp, as: SignedIn): Promise<void> => {
    expect(await columnRows(app, as)).toEqual(await recordRows(api, as, 'UTC'));
  };

  it('equal those built from nothing, whatever writers and readers of two replicas do, and wherever they die', async () => {
    const event = fc.oneof(
      fc.record({ does: fc.constant('write'), days: fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }) }),
      fc.record({ does: fc.constant('delete'), days: fc.array(fc.nat(40), { minLength: 1, maxLength: 2 }) }),
      fc.record({ does: fc.constantFrom('read', 'read beside', 'read while written'), days: fc.constant([]) }),
      fc.record({
        does: fc.constantFrom('die after the marks', 'die after the plays', 'suspended'),
        days: fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
      }),
    );
    const plays = (days: readonly number[], track: number): ReportedPlay[] =>
      days.map((ago, index) => play(track, today() - ago * DAY + index * HOUR));
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const as = await api.signIn();
        const rows = api.app.get(PlayRows);
        const store = rows.store.bind(rows);
        for (const [track, { does, days }] of events.entries()) {
          if (does === 'write') await write(plays(days, track), as);
          else if (does === 'delete') await deletePlays(as, days);
          else if (does === 'read') await expectCurrent(api, as);
          else if (does === 'read beside') await expectCurrent(beside, as);
          else if (does === 'read while written') {
            const session = await api.app.get(HistoryWriter).open(as.userId);
            await session.store(await session.match('extended', plays([7, 8], track)));
            await columnRows(api, as);
            await session.store(await session.match('extended', plays([7, 9], track + 100)));
            await session.close();
          } else if (does === 'suspended') {
            const suspended = jest.spyOn(rows, 'store').mockImplementationOnce(async (matched) => {
              await runOut(as);
              await write(plays([3], track + 200), as);
              await expectCurrent(api, as);
              return store(matched);
            });
            await write(plays(days, track), as);
            suspended.mockRestore();
          } else await dieWhileWriting(as, plays(days, track), does);
        }
        await expectCurrent(api, as);
        await expectCurrent(beside, as);
      }),
      { numRuns: 25 },
    );
  }, 240_000);

  const states = () => api.db.collection('history_states');
  const runOut = ({ userId }: SignedIn) =>
    states().updateOne({ _id: userId as never }, { $set: { expires_at: LONG_AGO } });

  async function deletePlays(as: SignedIn, days: readonly number[]): Promise<void> {
    for (const ago of days) {
      const day = new Date(today() - ago * DAY).toISOString().slice(0, 10);
      await playsDeleted(api, as, `?start_date=${day}&end_date=${day}`);
    }
  }

  /** As a process does that is killed: what it holds runs out, and it does nothing more. */
  async function dieWhileWriting(as: SignedIn, plays: ReportedPlay[], does: string): Promise<void> {
    const lease = await api.app.get(HistoryLeases).acquire(as.userId);
    const days = plays.map(({ playedAt }) => new Date(playedAt).toISOString().slice(0, 10));
    await api.app.get(ChangedDays).mark(as.userId, [...new Set(days)], lease.revision());
    if (does === 'die after the plays') {
      const [first = 0] = plays.map(({ playedAt }) => playedAt);
      const day = { $gte: new Date(first - (first % DAY)), $lt: new Date(first - (first % DAY) + DAY) };
      await api.db.collection('listening_history').deleteOne({ user_id: as.userId, played_at: day });
    }
    await runOut(as);
  }

  it('are built anew where any byte of a page is another', async () => {
    const user = await api.signIn();
    const detached = (): Promise<void> => api.app.get(UserFiles)['detach'](user.userId);
    const plays = Array.from({ length: 600 }, (_, index) =>
      play(index % 40, Date.UTC(2010, 11, 1) + index * 29 * HOUR),
    );
    await write(plays, user);
    await columnRows(api, user);
    await detached();
    const good = readFileSync(fileOf(api, user));
    for (let page = 0; page < good.length; page += PAGE_BYTES) {
      const path = fileOf(api, user);
      const bad = Buffer.from(good);
      const at = page + (((page / PAGE_BYTES) * 977) % PAGE_BYTES);
      bad[at] = (bad[at] ?? 0) ^ 0xff;
      writeFileSync(path, bad);
      await expectCurrent(api, user);
      await detached();
    }
  }, 120_000);
});

function fileOf({ settings: { dataDir } }: TestApp, { userId }: SignedIn): string {
  const folder = join(dataDir, 'columns', '0');
  return join(
    folder,
    readdirSync(folder).find((name) => name.startsWith(userId) && name.endsWith('.duckdb')) ?? 'none',
  );
}
