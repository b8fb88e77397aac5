import { AnalyticsRefreshService } from '../../src/analytics/snapshots/analytics-refresh.service';
import { SnapshotReader } from '../../src/analytics/snapshots/snapshot-reader.service';
import { RollupStore } from '../../src/analytics/rollups/rollup-store.service';
import { CatalogueIdentities } from '../../src/catalogue/catalogue-identities.service';
import { CatalogueService } from '../../src/catalogue/catalogue.service';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { CatalogueRecords } from '../../src/catalogue/fetching/catalogue-records.service';
import { Columns } from '../../src/columns/columns.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import type { PlatformAudioFeatures } from '../../src/platform/answers/audio-features';
import { jobUntil } from '../support/api-calls';
import { playNamed, playsDeleted } from '../support/history-calls';
import { platformTrack } from '../support/platform-tracks';
import { fakeOnly } from '../support/fake-only';
import { CostMeter, type DatabaseCost } from '../support/request-cost';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { midnightPassed } from '../support/times-of-day';

const DAY = 86_400_000;
const ZONE = 'America/St_Johns';
const TRACKS = 40;
/** Enough for four years, and for two. */
const MANY = 300;
const FEW = 150;

/** Each test has artists of its own, because what the catalogue learns of their tracks stays. */
let test = 0;

/** The number-th last play: every fifth day, of the same tracks over and over. */
function playBefore(number: number): ReportedPlay {
  const playedAt = new Date(Date.now() - 3_600_000 - number * 5 * DAY).toISOString();
  return playNamed(`Artist ${number % 8} of ${test}`, `Song ${number % TRACKS}`, playedAt);
}

const plays = (from: number, to: number): ReportedPlay[] =>
  Array.from({ length: to - from }, (_, index) => playBefore(from + index));

function features(platformId: string, tempo: number): PlatformAudioFeatures {
  const share = { danceability: 0.1, energy: 0.2, speechiness: 0.3, acousticness: 0.4, instrumentalness: 0.5 };
  const rest = { liveness: 0.6, valence: 0.7, key: 1, loudness: -7, mode: 1, durationMs: 1, timeSignature: 4 };
  return { platformId, tempo, ...share, ...rest };
}

describe('figures brought up to date', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp({ env: { AUTO_LOGIN: 'false' }, monitorCommands: true });
  });
  beforeEach(async () => {
    test += 1;
    user = await api.signIn();
    await midnightPassed(['UTC', ZONE]);
  }, 90_000);
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  afterAll(() => api.close());

  const write = async (written: readonly ReportedPlay[], { userId } = user): Promise<void> => {
    await api.app.get(HistoryWriter).write(userId, 'api', [...written]);
    await api.app.get(CatalogueStubs).addStubs(written);
  };
  const refresh = ({ userId } = user, { app } = api): Promise<Date> => app.get(AnalyticsRefreshService).refresh(userId);
  const rows = (collection: string) =>
    api.db
      .collection(collection)
      .find({ user_id: user.userId }, { projection: { _id: 0, computed_at: 0 } })
      .sort({ period: 1 })
      .toArray();
  /** What they follow from may have other numbers. */
  const figures = async () =>
    (await rows('analytics_snapshots')).map(({ history_revision, catalogue_revision, ...rest }) => {
      expect([history_revision, catalogue_revision]).toEqual([expect.any(Number), expect.any(Number)]);
      return rest;
    });

  /** The figures as they are, and as they come from columns and roll-ups that are built anew. */
  async function kept(): Promise<{ figures: unknown; rebuilt: unknown }> {
    await refresh();
    const before = await figures();
    for (const name of ['daily_rollups', 'rollup_states']) {
      await api.db.collection(name).deleteMany({ user_id: user.userId });
    }
    await api.app.get(Columns).forget(user.userId);
    await refresh();
    return { figures: before, rebuilt: await figures() };
  }

  it('cost as many commands with a long history as with one half as long, and read hardly more', async () => {
    // No worker of its own looks for what there is to do in between.
    const web = await createTestApp({ beside: api, env: { AUTO_LOGIN: 'false', APP_ROLE: 'api' } });
    const meter = new CostMeter(web);
    const others = await api.signIn();
    await write(plays(0, MANY));
    await write(plays(0, FEW), others);
    const costs: Pick<DatabaseCost, 'commands' | 'bytesRead'>[] = [];
    for (const who of [user, others]) {
      await refresh(who, web);
      await write([playBefore(0.5)], who);
      const { commands, bytesRead } = await meter.during(() => refresh(who, web));
      // Of those that are sent at once any may be the first.
      // The revision of the catalogue is asked for once a second.
      const own = commands.filter((command) => !command.includes('catalogue_state'));
      costs.push({ commands: own.map((command) => command.replace(/ \d+$/, '')).sort(), bytesRead });
    }
    await web.close();
    const [ofMany, ofFew] = costs;
    expect(ofMany?.commands).toEqual(ofFew?.commands);
    expect(ofMany?.commands.length).toBeLessThanOrEqual(40);
    // Of each earlier day the sum tells its date, plays and time, and each month has a point of the trend.
    expect(ofMany?.bytesRead).toBeLessThan((ofFew?.bytesRead ?? 0) + (MANY - FEW) * 30);
  });

  describe('from what is kept', () => {
    const told = (tempo: number, ...numbers: number[]): Promise<void> =>
      api.app
        .get(CatalogueRecords)
        .keepAudioFeatures(numbers.map((number) => features(playBefore(number).trackId ?? '', tempo)));
    const tempo = async (): Promise<unknown> => {
      const { body } = await api.call('/api/v1/analytics/overview', { as: user });
      return (body.avg_audio_features as { tempo: number } | null)?.tempo;
    };

    it('are those of a rebuild, whatever has changed and in whatever month', async () => {
      await write(plays(50, 200));
      const changes: [string, () => Promise<unknown>][] = [
        ['new plays', () => write(plays(0, 50))],
        ['plays of years ago', () => write(plays(200, 225))],
        ['a play in a month of this year', () => write([{ ...playBefore(40.5), artistName: 'Somebody else' }])],
        ['a play in an earlier month', () => write([{ ...playBefore(150.5), artistName: 'Somebody else' }])],
        ['features', () => told(100, 0, 1, 2)],
        [
          'a deletion of an artist',
          () => playsDeleted(api, user, `?artist=${encodeURIComponent(playBefore(3).artistName)}`),
        ],
        ['another zone', () => changeZone(ZONE)],
        ['features of what else is played', () => told(120, 4, 5)],
        ['the deletion of all earlier plays', () => playsDeleted(api, user, `?end_date=${monthsAgo(14)}`)],
      ];
      for (const [name, change] of changes) {
        await refresh();
        await change();
        const { figures: ofKept, rebuilt } = await kept();
        expect({ name, figures: ofKept }).toEqual({ name, figures: rebuilt });
      }
      expect(await tempo()).toEqual(expect.any(Number));
    }, 120_000);

    it('are right on the days that follow, and after the clock was set back', async () => {
      await write(plays(0, 200));
      await refresh();
      for (const days of [1, 40, 400, -40]) {
        fakeOnly('Date', Date.now() + days * DAY);
        await api.app.get(SnapshotReader).snapshotOf(user.userId, 'all_time');
        const ofFormerDay = await figures();
        const { figures: ofKept, rebuilt } = await kept();
        jest.useRealTimers();
        expect({ days, ofFormerDay, ofKept }).toEqual({ days, ofFormerDay: rebuilt, ofKept: rebuilt });
      }
    }, 120_000);

    it('are right when a process has died at them', async () => {
      await write(plays(0, 200));
      await refresh();
      await write([playBefore(150.5)]);
      jest.spyOn(api.app.get(RollupStore), 'replace').mockRejectedValueOnce(new Error('died'));
      await expect(refresh()).rejects.toThrow('died');
      const { figures: ofKept, rebuilt } = await kept();
      expect(ofKept).toEqual(rebuilt);
    });

    it('ask the catalogue for the features of new tracks, and of those without once some are told', async () => {
      const find = jest.spyOn(api.app.get(CatalogueService), 'findAudioFeatures');
      const asked = async (): Promise<number> => {
        find.mockClear();
        await refresh();
        return find.mock.calls.reduce((sum, [ids]) => sum + ids.length, 0);
      };
      await write(plays(0, 10));
      expect([await asked(), await asked(), await tempo()]).toEqual([10, 0, undefined]);
      await told(100, 0, 1, 2, 3);
      expect([await asked(), await asked(), await tempo()]).toEqual([10, 0, 100]);
      await write(plays(10, 12));
      expect([await asked(), await asked(), await tempo()]).toEqual([2, 0, 100]);
      await told(140, 10, 11, 4, 5);
      expect([await asked(), await asked(), await tempo()]).toEqual([8, 0, 120]);
      await api.call('/api/v1/analytics/refresh?period=week', { method: 'POST', as: user });
      expect(await asked()).toBe(0);
    });

    it('ask the catalogue for whose new tracks are, and those of which nothing is known once some are told', async () => {
      const find = jest.spyOn(api.app.get(CatalogueIdentities), 'ofTracks');
      const asked = async (): Promise<number> => {
        find.mockClear();
        await refresh();
        return find.mock.calls.reduce((sum, [ids]) => sum + ids.length, 0);
      };
      const tellWhose = (...numbers: number[]): Promise<void> =>
        api.app.get(CatalogueRecords).keepTracks(numbers.map((number) => platformTrack(playBefore(number))));
      const artistIds = async (): Promise<unknown[]> => {
        const { body } = await api.call('/api/v1/artists/top', { as: user });
        return (body.items as { platform_id: string }[]).map(({ platform_id }) => platform_id.slice(0, 5));
      };
      await write(plays(0, 8));
      expect([await asked(), await asked(), new Set(await artistIds())]).toEqual([8, 0, new Set(['name:'])]);
      await tellWhose(0, 1, 2);
      expect([await asked(), await asked()]).toEqual([8, 0]);
      expect((await artistIds()).filter((id) => id !== 'name:')).toHaveLength(3);
      // What is told again as it was is no news.
      await tellWhose(0, 1, 2);
      expect(await asked()).toBe(0);
      await write(plays(8, 10));
      expect([await asked(), await asked()]).toEqual([2, 0]);
      await tellWhose(3, 4, 5, 6, 7, 8, 9);
      expect([await asked(), await asked()]).toEqual([7, 0]);
      expect(await artistIds()).not.toContain('name:');
    });
  });

  const monthsAgo = (months: number): string => new Date(Date.now() - months * 30 * DAY).toISOString().slice(0, 10);
  const changeZone = async (timezone: string): Promise<unknown> => {
    const { body } = await api.call('/api/v1/users/me', { method: 'PATCH', as: user, json: { timezone } });
    return jobUntil(api.url, user.headers, String(body.job_id));
  };
});
