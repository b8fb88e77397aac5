import { fill } from '../../support/contract/filled-user';
import { useProxiedScene } from '../../support/proxied-calls';
import type { Answer } from '../../support/test-app';

/** What is served from the service's own data. */
const OWN = [
  'GET /api/health',
  'GET /api/health/ready',
  'GET /api/health/update',
  'GET /api/v1/auth/login',
  'GET /api/v1/auth/status',
  'GET /api/v1/users/me',
  'GET /api/v1/platform/capabilities',
  'GET /api/v1/analytics/overview',
  'POST /api/v1/analytics/refresh',
  'GET /api/v1/analytics/trend',
  'GET /api/v1/analytics/rollup-status',
  'POST /api/v1/analytics/rollup-build',
  'GET /api/v1/history',
  'GET /api/v1/tracks/top',
  'GET /api/v1/tracks/nell000000000000000000',
  'GET /api/v1/artists/top',
  'GET /api/v1/albums/top',
  'GET /api/v1/genres/distribution',
  'GET /api/v1/playlists',
  'GET /api/v1/sync-jobs',
  'GET /api/v1/sync-jobs/stats',
  'GET /api/v1/api-logs',
  'GET /api/v1/api-logs/stats',
  // Made by the service itself where the platform makes none.
  'GET /api/v1/recommendations',
];
const PLAYER_AND_LIBRARY = [
  'GET /api/v1/player/current',
  'GET /api/v1/player/devices',
  'GET /api/v1/player/queue',
  'GET /api/v1/library/followed-artists',
  'GET /api/v1/library/saved-albums',
];
const BROWSE = [
  'GET /api/v1/browse/new-releases',
  'GET /api/v1/browse/featured-playlists',
  'GET /api/v1/browse/categories',
];
const REFRESH = 'POST /api/v1/auth/refresh';
const TRIGGER = 'POST /api/v1/sync-jobs/trigger';

interface Failure {
  name: string;
  begin: () => Promise<void> | void;
  end?: () => void;
  /** Statuses of what the platform is asked for. */
  playerAndLibrary: number;
  browse: number;
  refresh: number;
  trigger: number;
}

/** Every endpoint, while the platform fails in every way in which it can. */
describe('while the platform', () => {
  const scene = useProxiedScene();
  let clock: jest.SpyInstance;

  const failures: Failure[] = [
    {
      name: 'has trouble (503)',
      begin: () =>
        scene.platform.setWeather({ errors: ['/v1/*', '/api/token'].map((path) => ({ path, status: 503 })) }),
      playerAndLibrary: 502,
      browse: 502,
      refresh: 401,
      trigger: 200,
    },
    {
      name: 'does not answer in time',
      begin: () => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        clock = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
        scene.line.silence();
      },
      end: () => {
        clock.mockRestore();
        scene.line.restore();
      },
      playerAndLibrary: 502,
      browse: 502,
      refresh: 401,
      trigger: 200,
    },
    {
      name: 'takes no more calls (429)',
      begin: () => scene.platform.setWeather({ rate_limit: { retry_after_seconds: 3_600 } }),
      playerAndLibrary: 503,
      browse: 503,
      // Its accounts service has a limit of its own.
      refresh: 200,
      trigger: 200,
    },
    {
      name: 'has taken the access back',
      begin: () => scene.platform.setWeather({ revoke: ['nell'] }),
      playerAndLibrary: 401,
      browse: 401,
      refresh: 401,
      trigger: 401,
    },
    {
      name: 'has closed its endpoints',
      begin: () => scene.platform.setWeather({ access: '2026' }),
      playerAndLibrary: 200,
      browse: 200,
      refresh: 200,
      trigger: 200,
    },
  ];

  it.each(failures)('$name', async ({ begin, end, ...expected }) => {
    const nell = await scene.logIn('nell');
    const { body } = await scene.call<{ user: { id: string } }>({ path: '/api/v1/auth/status' }, nell);
    await fill(scene.api, { userId: body.user.id }, { mark: 'nell', plays: 3 });
    const call = async (name: string): Promise<[string, Answer]> => {
      const [method = '', path = ''] = name.split(' ');
      return [name, await scene.api.call(path, { method, headers: { accept: 'application/json', ...nell } })];
    };
    await begin();
    const passedOn = await Promise.all([...PLAYER_AND_LIBRARY, ...BROWSE].map(call));
    // Afterwards, since what has failed may have left its mark.
    const own = await Promise.all(OWN.map(call));
    const [refreshed, triggered] = [await call(REFRESH), await call(TRIGGER)];
    end?.();
    const all = [...passedOn, ...own, refreshed, triggered];
    expect(all.map(([name, { status }]) => `${status} ${name}`)).toEqual([
      ...PLAYER_AND_LIBRARY.map((name) => `${expected.playerAndLibrary} ${name}`),
      ...BROWSE.map((name) => `${expected.browse} ${name}`),
      ...OWN.map((name) => `200 ${name}`),
      `${expected.refresh} ${REFRESH}`,
      `${expected.trigger} ${TRIGGER}`,
    ]);
    for (const [name, { status, headers, body: answer }] of all) {
      if (status < 400) continue;
      expect([name, answer]).toEqual([
        name,
        { detail: expect.stringMatching(/^[A-Z].*\.$/) as string, request_id: headers.get('x-request-id') },
      ]);
      if (status === 503) expect([name, Number(headers.get('retry-after')) > 3_500]).toEqual([name, true]);
    }
    const status = own.find(([name]) => name.endsWith('/auth/status'))?.[1].body;
    expect(status).toMatchObject({ authenticated: true, platform_linked: expected.trigger === 200 });
  });
});
