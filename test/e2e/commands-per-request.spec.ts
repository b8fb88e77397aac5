import { HistoryWriter } from '../../src/history/history-writer.service';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { ApiDocument } from '../support/api-document/document';
import { type Belongings, fill } from '../support/contract/filled-user';
import { mayBeKept } from '../support/contract/kept-answers';
import { playNamed } from '../support/history-calls';
import { CostMeter, type DatabaseCost } from '../support/request-cost';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

/** They fill a page and a top list already. */
const FEW: Belongings = { mark: 'few', plays: 120, playlists: 60, jobs: 60, calls: 60 };
const MANY: Belongings = { mark: 'many', plays: 3000, playlists: 600, jobs: 600, calls: 3000 };
const PAGE_SIZES = [10, 50];

/**
 * Two commands count a request and one asks whether its session is still good, in one round trip. The first request of a
 * window begins it with one more.
 */
const ADMITTED = 3;

interface Cost {
  /** Commands to the document database. */
  commands: number;
  /** Commands to Redis. */
  redis: number;
  /** The most that is read from the document database. */
  kibibytes: number;
  /** What is read grows up to that, with something else than the length of the history. */
  grows?: true;
}

/** What a request costs, by its path under /api/v1; `#` is the size of the page. */
const COSTS: Record<string, Cost> = {
  'users/me': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'auth/status': { commands: 2, redis: ADMITTED, kibibytes: 1 },
  // The revision of the history and the zone of the user, twice: they say whether what is kept is right, and then whether the
  // snapshot is. The overview shows the artists of its top tracks, too.
  'analytics/overview': { commands: 6, redis: ADMITTED, kibibytes: 9 },
  'analytics/overview?period=week': { commands: 6, redis: ADMITTED, kibibytes: 9 },
  'analytics/trend': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'analytics/rollup-status': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'genres/distribution': { commands: 5, redis: ADMITTED, kibibytes: 1 },
  'tracks/top?limit=#': { commands: 6, redis: ADMITTED, kibibytes: 42 },
  'artists/top?limit=#': { commands: 6, redis: ADMITTED, kibibytes: 28 },
  'albums/top?limit=#': { commands: 6, redis: ADMITTED, kibibytes: 39 },
  'tracks/{track}': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'artists/{artist}': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'history?limit=#': { commands: 3, redis: ADMITTED, kibibytes: 26 },
  'history?artist={mark}%20artist%203&limit=#': { commands: 3, redis: ADMITTED, kibibytes: 2 },
  'history?start_date=2020-01-01&limit=#': { commands: 4, redis: ADMITTED, kibibytes: 27 },
  // A pattern is looked for in the list of the user's names; this one takes most, so that the rest is taken from all.
  'history?track=*song*&limit=#': { commands: 5, redis: ADMITTED, kibibytes: 100, grows: true },
  'playlists?limit=#': { commands: 2, redis: ADMITTED, kibibytes: 8 },
  'sync-jobs?status=failed&limit=#': { commands: 2, redis: ADMITTED, kibibytes: 13 },
  'sync-jobs/stats': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'sync-jobs/{job}': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'api-logs?limit=#': { commands: 2, redis: ADMITTED, kibibytes: 10 },
  'api-logs/stats': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'platform/capabilities': { commands: 0, redis: ADMITTED + 2, kibibytes: 0 },
  // The columns answer; the database says by which revisions, on whose clocks, and which pictures items have.
  'explore/compare?other_period=year': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/similar-years': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/discoveries': { commands: 6, redis: ADMITTED, kibibytes: 9 },
  'explore/funnel': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/diversity': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/forgotten': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/streaks': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/milestones': { commands: 7, redis: ADMITTED, kibibytes: 4, grows: true },
  'explore/obsessions': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/seasons': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/chapters': { commands: 6, redis: ADMITTED, kibibytes: 3 },
  'explore/albums-heard': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/artists/{artist}': { commands: 10, redis: ADMITTED, kibibytes: 3 },
  'explore/albums/{album}': { commands: 9, redis: ADMITTED, kibibytes: 2 },
  'explore/tracks/{track}': { commands: 8, redis: ADMITTED, kibibytes: 3 },
  'explore/provenance': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/lenses': { commands: 1, redis: ADMITTED, kibibytes: 1 },
  'explore/sessions': { commands: 6, redis: ADMITTED, kibibytes: 9 },
  'explore/sessions/{session}': { commands: 8, redis: ADMITTED, kibibytes: 4 },
  'explore/series': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/clock': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/calendar': { commands: 6, redis: ADMITTED, kibibytes: 20, grows: true },
  'explore/on-this-day': { commands: 8, redis: ADMITTED, kibibytes: 3 },
  'explore/scatter': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/years': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/top/artists?limit=#': { commands: 6, redis: ADMITTED, kibibytes: 10 },
  'explore/top/albums?limit=#': { commands: 6, redis: ADMITTED, kibibytes: 24 },
  'explore/top/tracks?limit=#': { commands: 6, redis: ADMITTED, kibibytes: 7 },
  'explore/top/genres?limit=#': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  'explore/ranks': { commands: 6, redis: ADMITTED, kibibytes: 3 },
  'explore/search?q=song': { commands: 6, redis: ADMITTED, kibibytes: 4 },
  'explore/summary': { commands: 5, redis: ADMITTED, kibibytes: 2 },
  // As many questions, each of which reads the revisions and the zone for itself.
  'explore/years/{year}': { commands: 56, redis: ADMITTED, kibibytes: 22 },
  // Samples of the catalogue: two reads for each of 20 artists, and of everything no more than a number of records. With
  // them come whole months of what was heard of late, which have more or fewer days by the date.
  'recommendations?limit=#': { commands: 57, redis: ADMITTED, kibibytes: 600, grows: true },
};

/** What these cost is the call to the platform. */
const PASSED_ON = ['player', 'browse', 'library'];

describe('what a request costs in commands to the databases', () => {
  let api: TestApp;
  let meter: CostMeter;
  let few: Caller;
  let many: Caller;

  beforeAll(async () => {
    const env = { APP_ROLE: 'api', AUTO_LOGIN: 'false', RATE_LIMIT_WINDOW_SECONDS: '3600' };
    api = await createTestApp({ env, monitorCommands: true });
    meter = new CostMeter(api);
    few = await callerWith(FEW);
    many = await callerWith(MANY);
  }, 120_000);
  afterAll(() => api.close());

  interface Caller {
    user: SignedIn;
    /** Texts that stand in paths. */
    names: Record<string, string>;
  }

  async function callerWith(belongings: Belongings): Promise<Caller> {
    const user = await api.signIn();
    await api.app.get(HistoryWriter).write(user.userId, 'api', albumBy(`${belongings.mark} artist 0`));
    await fill(api, user, belongings);
    const firstOf = async (path: string): Promise<Record<string, string>> => {
      const { body } = await api.call(`/api/v1/${path}?limit=1`, { as: user });
      return (body.items as Record<string, string>[])[0] ?? {};
    };
    const { platform_id: track = '' } = await firstOf('tracks/top');
    const { platform_id: artist = '' } = await firstOf('artists/top');
    // Lists are made when they are asked for first.
    await firstOf('albums/top');
    const { id: job = '' } = await firstOf('sync-jobs');
    const { id: album = '' } = await firstOf('explore/top/albums');
    const { started_at: session = '' } = await firstOf('explore/sessions');
    const ids = { track, artist, album, job, session, year: String(new Date().getUTCFullYear()) };
    const encoded = Object.entries(ids).map(([name, id]) => [name, encodeURIComponent(id)]);
    const names = { mark: belongings.mark, ...(Object.fromEntries(encoded) as Record<string, string>) };
    return { user, names };
  }

  const costOf = async (path: string, { user, names }: Caller): Promise<DatabaseCost> => {
    await (await api.app.get(HistoryLeases).acquire(user.userId)).release();
    return meter.during(async () => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
      const { status } = await api.call(`/api/v1/${filled}`, { as: user });
      expect([filled, status]).toEqual([filled, 200]);
    });
  };

  const pages = Object.entries(COSTS).flatMap(([path, cost]) =>
    (path.includes('#') ? PAGE_SIZES : [0]).map((size) => ({ path: path.replace('#', String(size)), ...cost })),
  );
  it.each(pages)('$path: $commands and $redis, however much there is', async (page) => {
    const [ofFew, ofMany] = [await costOf(page.path, few), await costOf(page.path, many)];
    for (const { commands: sent, redis } of [ofFew, ofMany]) {
      // Asked for once a second, for all requests.
      const commands = sent.filter((command) => !command.includes('catalogue_state'));
      expect({ commands: commands.length, redis: redis.length, sent: [...commands, ...redis] }).toMatchObject({
        commands: page.commands,
        redis: page.redis,
      });
    }
    expect(ofMany.bytesRead).toBeLessThanOrEqual(page.kibibytes * 1024);
    // Numbers and names are a little longer, and there are more months.
    if (page.grows !== true) expect(ofMany.bytesRead).toBeLessThanOrEqual(ofFew.bytesRead * 1.05 + 400);
  });

  it('is for the newest jobs one once they have been counted, until there is another', async () => {
    const jobs = async (): Promise<{ commands: number; total: number }> => {
      let total = NaN;
      const { commands } = await meter.during(async () => {
        total = Number((await api.call('/api/v1/sync-jobs?limit=10', { as: many.user })).body.total);
      });
      return { commands: commands.length, total };
    };
    const { total } = await jobs();
    expect(await jobs()).toEqual({ commands: 1, total });
    await fill(api, many.user, { ...MANY, plays: 0, playlists: 0, calls: 0, jobs: 1 });
    expect(await jobs()).toEqual({ commands: 2, total: total + 1 });
    expect(await jobs()).toEqual({ commands: 1, total: total + 1 });
  });

  it('is told of every list and figure', async () => {
    const { operations } = await ApiDocument.of(api);
    const told = new Set(Object.keys(COSTS).map((path) => withoutNames(`/api/v1/${path.replace(/\?.*/, '')}`)));
    const untold = operations
      .filter(({ name, tags }) => mayBeKept(name) && !PASSED_ON.includes(tags[0] ?? ''))
      .filter(({ path }) => !told.has(withoutNames(path)));
    expect(untold.map(({ name }) => name)).toEqual([]);
  });
});

/** An album that recommendations may complete. */
function albumBy(artist: string): ReportedPlay[] {
  return [10, 20, 30, 40].map((minutes) =>
    playNamed(artist, `part ${minutes}`, new Date(Date.now() - minutes * 60_000).toISOString()),
  );
}

function withoutNames(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}
