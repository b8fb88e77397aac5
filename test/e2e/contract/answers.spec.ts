import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backlogDrained, downloadExport, importFile, SANDBOX_CATALOGUE } from '../../support/catalogue';
import { ANSWERS } from '../../support/contract/answer-shapes';
import { RECORDS } from '../../support/contract/record-shapes';
import { ShapeCheck } from '../../support/contract/shapes';
import { type SandboxPlatform, startSandboxPlatform } from '../../support/sandbox-platform';
import { extendedRecord } from '../../support/small-uploads';
import { type LinkedListener, link } from '../../support/sync-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

/** What nobody has anything of, by decision or because nothing of the kind has happened. */
const NEVER_SEEN: Record<string, string[]> = {
  // No release is looked for without a repository.
  'GET /api/health/update': ['$.published_at'],
  tracks: ['$.preview_url', '$.genres[]'],
  albums: ['$.genres[]'],
};

const NOTHING = { items: [], total: 0 };
const PAGE = { page: 1, limit: 50 };

/** Answers to a new user, of the decisions: "Without a value". */
const EMPTY: Record<string, object> = {
  'analytics/trend': { period: 'all_time', granularity: '%Y-%m', points: [] },
  history: { ...NOTHING, ...PAGE, pages: 0 },
  'tracks/top': { ...NOTHING, period: 'all_time' },
  'artists/top': { ...NOTHING, period: 'all_time' },
  'albums/top': { ...NOTHING, period: 'all_time' },
  'genres/distribution': { genres: [], period: 'all_time', total_genres: 0 },
  playlists: { ...NOTHING, ...PAGE },
  recommendations: { items: [], seed_info: {} },
  'sync-jobs': { ...NOTHING, page: 1, limit: 20, pages: 0 },
  'sync-jobs/stats': {
    total_jobs: 0,
    completed: 0,
    failed: 0,
    running: 0,
    total_items_synced: 0,
    last_sync_at: null,
  },
  'api-logs': { ...NOTHING, ...PAGE, pages: 0 },
  'api-logs/stats': {
    total_calls: 0,
    error_count: 0,
    rate_limit_count: 0,
    success_rate: 100,
    avg_latency_ms: 0,
    status_distribution: { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, no_answer: 0 },
    top_endpoints: [],
  },
};

describe('the fields of the interface', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let otto: LinkedListener;
  let paths: Record<string, string>;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ENV: 'development' } });
    otto = await link(platform, api, 'otto');
    const folder = mkdtempSync(join(tmpdir(), 'playledger-contract-'));
    await downloadExport(platform, { user: 'otto', plays: 300, format: 'extended' }, join(folder, 'export.json'));
    await importFile(api, otto.headers, join(folder, 'export.json'));
    rmSync(folder, { recursive: true });
    await backlogDrained(api);
    await otto.sync();
    // What is recommended is known from then on, with its audio features.
    await otto.get('/api/v1/recommendations');
    await backlogDrained(api);
    const [track] = (await otto.get<{ items: { platform_id: string }[] }>('/api/v1/tracks/top')).items;
    const [artist] = (await otto.get<{ items: { platform_id: string }[] }>('/api/v1/artists/top')).items;
    paths = { track_id: track?.platform_id ?? '', artist_id: artist?.platform_id ?? '' };
  }, 120_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const bodies: Record<string, () => object> = {
    'POST /api/v1/player/play': () => ({
      json: { uris: SANDBOX_CATALOGUE.tracks.slice(0, 5).map(({ id }) => `spotify:track:${id}`) },
    }),
    'POST /api/v1/history/import': () => {
      const body = new FormData();
      body.set('file', new Blob([JSON.stringify([extendedRecord()])]), 'a.json');
      return { body };
    },
  };
  const answerTo = (name: string, headers: Record<string, string>) => {
    const [method = '', path = ''] = name.split(' ');
    const filled = path.replace(/\{(\w+)\}/, (_, parameter: string) => paths[parameter] ?? '');
    return api.call(filled, { method, headers: { accept: 'application/json', ...headers }, ...bodies[name]?.() });
  };
  /** The player is told to play before it is asked what plays; the session ends at the end. */
  const LAST = ['/player/pause', '/auth/logout'];
  const order = (name: string): number =>
    name.endsWith('/player/play') ? -2 : LAST.findIndex((path) => name.endsWith(path));
  const rows = Object.keys(ANSWERS).sort((left, right) => order(left) - order(right));

  it.each(rows)('%s, for a listener who has everything', async (name) => {
    const { status, body } = await answerTo(name, otto.headers);
    const check = new ShapeCheck(ANSWERS[name] ?? {}).add(body);
    expect({ status, problems: check.problems }).toEqual({ status: 200, problems: [] });
    expect(check.unseen).toEqual(NEVER_SEEN[name] ?? []);
  });

  it.each(Object.keys(RECORDS))('stored %s', async (collection) => {
    const stored = await api.db.collection(collection).find().toArray();
    const check = new ShapeCheck(RECORDS[collection] ?? {});
    for (const record of stored) check.add(record);
    expect({ problems: check.problems.slice(0, 5), unseen: check.unseen }).toEqual({
      problems: [],
      unseen: NEVER_SEEN[collection] ?? [],
    });
  });

  describe('for a new user', () => {
    let stranger: SignedIn;

    beforeAll(async () => {
      stranger = await api.signIn();
    });

    it.each(Object.keys(EMPTY))('GET %s is empty', async (path) => {
      const { status, body } = await api.call(`/api/v1/${path}`, { as: stranger });
      expect({ status, body }).toEqual({ status: 200, body: EMPTY[path] });
    });

    it.each(['week', 'month', 'quarter', 'year', 'all_time'])('the overview of %s is all zeros', async (period) => {
      const { body } = await api.call(`/api/v1/analytics/overview?period=${period}`, { as: stranger });
      expect(new ShapeCheck(ANSWERS['GET /api/v1/analytics/overview'] ?? {}).add(body).problems).toEqual([]);
      const { hourly_distribution: hours, daily_distribution: days, ...rest } = body;
      expect(hours).toEqual(Array.from({ length: 24 }, (_, hour) => ({ hour, plays: 0, total_ms: 0 })));
      expect((days as { plays: number }[]).map(({ plays }) => plays)).toEqual([0, 0, 0, 0, 0, 0, 0]);
      const { computed_at, period_start, period_end, ...figures } = rest;
      expect([computed_at, period_start === null, period_end === null].slice(1)).toEqual(
        period === 'all_time' ? [true, expect.any(Boolean)] : [false, false],
      );
      const lists = { top_artists: [], top_tracks: [], top_albums: [], top_genres: [] };
      const unique = { unique_tracks: 0, unique_artists: 0, unique_albums: 0, unique_genres: 0 };
      expect(figures).toEqual({
        period,
        total_tracks_played: 0,
        total_ms_played: 0,
        total_hours: 0,
        listening_streak_days: 0,
        avg_audio_features: null,
        ...unique,
        ...lists,
      });
    });

    it('no roll-up is missing', async () => {
      const { body } = await api.call('/api/v1/analytics/rollup-status', { as: stranger });
      expect(body).toMatchObject({ last_date: '', total_days: 0, complete: true, coverage: 100 });
    });
  });
});
