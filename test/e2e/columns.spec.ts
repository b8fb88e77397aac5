import { readdirSync, readlinkSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Types } from 'mongoose';
import { ColumnsUserData } from '../../src/columns/columns.user-data';
import { Columns, type Needs } from '../../src/columns/columns.service';
import { MOST_ATTACHED, UserFiles } from '../../src/columns/user-files.service';
import { ChangedDays } from '../../src/history/writing/changed-days.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { columnRows, recordRows } from '../support/column-rows';
import { playsDeleted } from '../support/history-calls';
import { DAY, play, today } from '../support/figures-client';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const HOUR = 3_600_000;
const PAGE_BYTES = 4_096;
const ZONES = ['America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'Pacific/Apia'];

describe('the columns of a history', () => {
  let api: TestApp;
  /** Another replica, with files of its own. */
  let beside: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
    beside = await createTestApp({ beside: api, env: { APP_ROLE: 'api' } });
  }, 60_000);
  afterAll(async () => {
    await beside.close();
    await api.close();
  });
  beforeEach(async () => (user = await api.signIn()));

  const write = (plays: readonly ReportedPlay[], as = user) =>
    api.app.get(HistoryWriter).write(as.userId, 'extended', plays);
  const folder = (): string => join(api.settings.dataDir, 'columns', '0');
  const fileOf = ({ userId }: SignedIn): string =>
    join(folder(), readdirSync(folder()).find((name) => name.startsWith(userId) && name.endsWith('.duckdb')) ?? 'none');
  const moveTo = (timezone: string) => api.call('/api/v1/users/me', { method: 'PATCH', as: user, json: { timezone } });
  const expectCurrent = async (app = api, as = user, zone = 'UTC'): Promise<void> => {
    expect(await columnRows(app, as)).toEqual(await recordRows(api, as, zone));
  };
  /** Some years with plays of every hour, in which the clocks of all zones change. */
  const years = (): ReportedPlay[] =>
    Array.from({ length: 600 }, (_, index) => play(index % 40, Date.UTC(2010, 11, 1) + index * 29 * HOUR));

  it('hold what the record does, and follow it', async () => {
    await write(years());
    await expectCurrent();
    expect(statSync(fileOf(user)).mode & 0o777).toBe(0o600);
    await write([
      play(1, today() - 5 * DAY),
      play(50, today() - 9 * DAY, { msPlayed: null, trackName: 'It\'s \u0000 a "Song" \u{1F3B5}', artistName: '' }),
      play(51, Date.UTC(2011, 0, 1, 5), { contextType: 'playlist', contextUri: 'spotify:playlist:1' }),
    ]);
    await expectCurrent();
    await playsDeleted(api, user, '?artist=Artist%203');
    await expectCurrent();
    await playsDeleted(api, user, '?all=true');
    expect(await columnRows(api, user)).toEqual([]);
  });

  it.each(ZONES)('have the times of the clocks of %s', async (zone) => {
    await write(years());
    await expectCurrent();
    await moveTo(zone);
    await expectCurrent(api, user, zone);
    await write([play(1, today() - 5 * DAY)]);
    await expectCurrent(api, user, zone);
  });

  it('ask the database for no play where nothing has changed', async () => {
    await write(years());
    await columnRows(api, user);
    const reads = jest.spyOn(api.app.get(ChangedDays), 'since');
    await columnRows(api, user);
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  });

  it('derive items only for questions that are about them', async () => {
    await write(years());
    const derivedFor = async (needs: Needs): Promise<unknown> => {
      const columns = api.app.get(Columns);
      const [file] = await columns.read(user.userId, (reader) => reader.rows('SELECT items FROM file'), needs);
      return file?.items;
    };
    expect(await derivedFor({ catalogue: true })).toBe('');
    const derived = await derivedFor({ items: true });
    expect(derived).not.toBe('');
    await write([play(1, today() - 5 * DAY)]);
    expect(await derivedFor({ catalogue: true })).toBe(derived);
    expect(await derivedFor({ items: true })).not.toBe(derived);
  });

  it('show each question the plays of one moment', async () => {
    await write(years());
    const count = 'SELECT count(*)::INTEGER AS plays FROM plays';
    const seen = await api.app.get(Columns).read(user.userId, async (reader) => {
      const before = await reader.rows(count);
      await write([play(1, today() - 5 * DAY)]);
      await expectCurrent();
      return [before, await reader.rows(count)];
    });
    expect(seen).toEqual([[{ plays: 600 }], [{ plays: 600 }]]);
  });

  describe('that are lost or damaged', () => {
    beforeEach(async () => {
      await write(years());
      await columnRows(api, user);
    });
    /** As it is after a start. */
    const detached = (): Promise<void> => api.app.get(UserFiles)['detach'](user.userId);

    it('are built anew when their folder is deleted under load', async () => {
      const reading = Array.from({ length: 20 }, async (_, index) => {
        if (index === 10) rmSync(fileOf(user), { force: true });
        await detached();
        await expectCurrent();
      });
      await Promise.all(reading);
    });

    it.each([0, 1, 100, PAGE_BYTES, 3 * PAGE_BYTES])(
      'are built anew where %d bytes are left of them',
      async (bytes) => {
        await detached();
        truncateSync(fileOf(user), Math.min(bytes, statSync(fileOf(user)).size));
        await expectCurrent();
      },
    );

    it('are built anew where they are of another form', async () => {
      await api.app
        .get(UserFiles)
        .of(user.userId)
        .then((file) => file?.use((db) => db.run('UPDATE file SET format = 0')));
      await detached();
      await expectCurrent();
    });
  });

  it('of many users are attached a few at a time', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => api.signIn()));
    for (const as of users) await write([play(1, today() - 5 * DAY)], as);
    await Promise.all(users.map((as) => columnRows(api, as)));
    const open = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`).endsWith('.duckdb')).length;
    const attached = `SELECT path FROM duckdb_databases() WHERE path LIKE '%.duckdb'`;
    const countAttached = async (): Promise<number> => (await api.app.get(Columns).rows(user.userId, attached)).length;
    // The last of them are let go when nobody reads them any more.
    while (open() > 2 * MOST_ATTACHED || (await countAttached()) > MOST_ATTACHED + 1) await sleep(20);
  });

  it('go with their user, on all replicas, and with a user who went while the service was away at its next start', async () => {
    await write(years());
    for (const app of [api, beside]) await columnRows(app, user);
    const files = (): string[] =>
      readdirSync(join(api.settings.dataDir, 'columns'), { recursive: true })
        .map(String)
        .filter((name) => name.includes(user.userId) && name.endsWith('.duckdb'));
    expect(files()).toHaveLength(2);
    await api.app.get(ColumnsUserData).erase(user.userId);
    expect(files()).toEqual([]);
    await columnRows(api, user);
    await api.db.collection('users').deleteOne({ _id: new Types.ObjectId(user.userId) });
    const next = await createTestApp({ beside: api, env: { APP_ROLE: 'api' } });
    while (files().length > 0) await sleep(20);
    await next.close();
  });

  it('that cannot be written say so in a sentence, and leave the record as it is', async () => {
    await write(years());
    const create = jest
      .spyOn(api.app.get(UserFiles), 'create')
      .mockRejectedValue(new Error('IO Error: No space left on device'));
    await expect(columnRows(api, user)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('No space left on device') as string,
    });
    create.mockRestore();
    await expectCurrent();
  });
});

/** Where a link points to; '' when it is gone by now. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
