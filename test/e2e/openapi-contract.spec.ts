import { readFileSync } from 'node:fs';
import { EXPLORE_PAGE } from '../docs/explore-page';
import { ApiDocument, type Operation, type Parameter } from '../support/api-document/document';
import { mayBeKept } from '../support/contract/kept-answers';
import { createTestApp } from '../support/test-app';

type Access = 'session' | 'none';

/** A row of the contract's tables of endpoints: method, path, who may call, and what it takes. */
type Row = [method: string, path: string, access: Access, input?: Input];

interface Input {
  /** Query parameters, each as `int = default (min to max)`, `string`, `a | b | c = default` or `datetime`. */
  query?: Record<string, string>;
  required?: string[];
  path?: string[];
  header?: string[];
  /** Fields of a body: of JSON, of which none is required unless it stands under `required`, or of a form. */
  json?: string[];
  form?: string[];
}

const PERIOD = { period: 'week | month | quarter | year | all_time = all_time' };
const PAGE = 'int = 1 (1 to any)';
const UP_TO_100 = 'int = 50 (1 to 100)';
const TOP = { query: { ...PERIOD, limit: UP_TO_100 } };

/** The lens that the history takes beside what the contract has. */
const HISTORY_LENS = {
  from: 'datetime',
  to: 'datetime',
  period: 'string',
  ...Object.fromEntries(
    ['artist_id', 'album', 'track_id', 'genre', 'source', 'origin', 'client', 'context'].map((name) => [name, 'array']),
  ),
  ...Object.fromEntries(
    ['artist', 'artist_id', 'album', 'track', 'track_id', 'genre'].map((name) => [`not_${name}`, 'array']),
  ),
  with_features: 'boolean = false',
  hours: 'string',
  weekdays: 'string',
  min_ms: 'int (0 to 86400000)',
  max_ms: 'int (0 to 86400000)',
  timezone: 'string',
  q: 'string',
  lens: 'string',
};

/** "Endpoints" of the interface specification, row by row; the bounds of browse are those of the decisions. */
const CONTRACT: Row[] = [
  ['GET', '/api/health', 'none'],
  ['GET', '/api/health/ready', 'none'],
  ['GET', '/api/health/update', 'none'],

  ['GET', '/api/v1/auth/login', 'none', { header: ['Accept'] }],
  [
    'GET',
    '/api/v1/auth/callback',
    'none',
    { query: { code: 'string', state: 'string', error: 'string' }, required: ['code', 'state'] },
  ],
  ['GET', '/api/v1/auth/status', 'none'],
  ['POST', '/api/v1/auth/refresh', 'session'],
  ['POST', '/api/v1/auth/logout', 'none'],
  ['GET', '/api/v1/auth/dev-login', 'none'],

  ['GET', '/api/v1/analytics/overview', 'session', { query: PERIOD }],
  ['POST', '/api/v1/analytics/refresh', 'session', { query: PERIOD }],
  ['GET', '/api/v1/analytics/trend', 'session', { query: PERIOD }],
  ['GET', '/api/v1/analytics/rollup-status', 'session'],
  ['POST', '/api/v1/analytics/rollup-build', 'session'],

  [
    'GET',
    '/api/v1/history',
    'session',
    {
      query: {
        page: PAGE,
        limit: UP_TO_100,
        artist: 'string',
        track: 'string',
        start_date: 'datetime',
        end_date: 'datetime',
        ...HISTORY_LENS,
      },
    },
  ],
  ['POST', '/api/v1/history/import', 'session', { form: ['file'], required: ['file'] }],

  ['GET', '/api/v1/tracks/top', 'session', TOP],
  ['GET', '/api/v1/tracks/{track_id}', 'none', { path: ['track_id'] }],
  ['GET', '/api/v1/artists/top', 'session', TOP],
  ['GET', '/api/v1/artists/{artist_id}', 'none', { path: ['artist_id'] }],
  ['GET', '/api/v1/albums/top', 'session', TOP],
  ['GET', '/api/v1/genres/distribution', 'session', { query: PERIOD }],
  ['GET', '/api/v1/playlists', 'session', { query: { page: PAGE, limit: UP_TO_100 } }],

  ['GET', '/api/v1/player/current', 'session'],
  ['GET', '/api/v1/player/devices', 'session'],
  ['GET', '/api/v1/player/queue', 'session'],
  ['POST', '/api/v1/player/play', 'session', { json: ['context_uri', 'device_id', 'uris'] }],
  ['POST', '/api/v1/player/pause', 'session'],
  ['POST', '/api/v1/player/next', 'session'],
  ['POST', '/api/v1/player/previous', 'session'],

  ['GET', '/api/v1/browse/new-releases', 'session', { query: { limit: 'int = 20 (1 to 50)' } }],
  ['GET', '/api/v1/browse/featured-playlists', 'session', { query: { limit: 'int = 20 (1 to 50)' } }],
  ['GET', '/api/v1/browse/categories', 'session', { query: { limit: 'int = 50 (1 to 50)' } }],

  ['GET', '/api/v1/library/followed-artists', 'session', { query: { limit: 'int = 50 (1 to 50)' } }],
  [
    'GET',
    '/api/v1/library/saved-albums',
    'session',
    { query: { limit: 'int = 50 (1 to 50)', offset: 'int = 0 (0 to any)' } },
  ],

  [
    'GET',
    '/api/v1/recommendations',
    'session',
    { query: { limit: 'int = 20 (1 to 50)', seed_type: 'artists | tracks | genres | mixed = mixed' } },
  ],

  [
    'GET',
    '/api/v1/sync-jobs',
    'session',
    {
      query: {
        page: PAGE,
        limit: 'int = 20 (1 to 100)',
        status: 'pending | running | completed | failed',
        job_type: 'periodic | rollup_build | import | initial',
      },
    },
  ],
  ['GET', '/api/v1/sync-jobs/stats', 'session'],
  ['POST', '/api/v1/sync-jobs/trigger', 'session'],

  [
    'GET',
    '/api/v1/api-logs',
    'session',
    {
      query: {
        page: PAGE,
        limit: 'int = 50 (1 to 200)',
        service: 'string',
        status_min: 'int (any to any)',
        status_max: 'int (any to any)',
        method: 'string',
        endpoint_contains: 'string',
      },
    },
  ],
  ['GET', '/api/v1/api-logs/stats', 'session'],
];

/** What the service has beyond the contract. */
const OURS: Row[] = [
  ['GET', '/api/v1/users/me', 'session'],
  ['PATCH', '/api/v1/users/me', 'session', { json: ['timezone'], required: ['timezone'] }],
  ['DELETE', '/api/v1/users/me', 'session'],
  ['GET', '/api/v1/users/me/export', 'session'],
  [
    'DELETE',
    '/api/v1/history',
    'session',
    {
      query: {
        artist: 'string',
        track: 'string',
        start_date: 'datetime',
        end_date: 'datetime',
        all: 'true | false = false',
      },
    },
  ],
  ['DELETE', '/api/v1/history/{id}', 'session', { path: ['id'] }],
  ['GET', '/api/v1/sync-jobs/{id}', 'session', { path: ['id'] }],
  ['GET', '/api/v1/sync-jobs/{id}/events', 'session', { path: ['id'] }],
  ['POST', '/api/v1/sync-jobs/{id}/cancel', 'session', { path: ['id'] }],
  ['GET', '/api/v1/history/import/{job_id}/records', 'session', { path: ['job_id'] }],
  ['GET', '/api/v1/platform/capabilities', 'session'],
  ['GET', '/api/v1/explore/lenses', 'session'],
  ['POST', '/api/v1/explore/lenses', 'session', { json: ['name', 'query'], required: ['name', 'query'] }],
  ['PATCH', '/api/v1/explore/lenses/{id}', 'session', { path: ['id'], json: ['name', 'query'] }],
  ['DELETE', '/api/v1/explore/lenses/{id}', 'session', { path: ['id'] }],
];

/** That of explore has what the history calls otherwise, too. */
const LENS = { ...HISTORY_LENS, artist: 'array', track: 'array', measure: 'plays | ms = plays' };
const PAGED = { limit: UP_TO_100, offset: 'int = 0 (0 to 1000000)' };
const STEP = 'hour | day | week | month | quarter | year = month';
const ITEMS = 'artists | albums | tracks = artists';
const TRACKS_OR_ARTISTS = 'tracks | artists = tracks';
const GAP = 'int = 20 (1 to 1440)';

const asked = (operation: string, own: Record<string, string> = {}, path: string[] = [], required?: string[]): Row => [
  'GET',
  `/api/v1/explore/${operation}`,
  'session',
  { query: { ...LENS, ...own }, path, ...(required && { required }) },
];

/** "Operations" of explore, each through the whole lens. */
const EXPLORE: Row[] = [
  asked('summary'),
  asked('series', {
    step: STEP,
    by: 'none | artist | album | track | genre | source = none',
    top: 'int = 10 (1 to 50)',
    cumulative: 'boolean = false',
  }),
  asked('clock'),
  asked('calendar', { year: 'int (1970 to 9999)' }),
  asked('on-this-day', { date: 'string' }),
  asked('scatter', { columns: 'int = 400 (1 to 2000)', rows: '24 | 48 | 96 | 144 | 288 = 288' }),
  ...['artists', 'albums', 'tracks', 'genres'].map((kind) => asked(`top/${kind}`, PAGED)),
  asked('ranks', { of: ITEMS, step: 'month | quarter | year = month', top: 'int = 10 (1 to 50)' }),
  asked('search', { of: 'array', limit: 'int = 20 (1 to 100)' }, [], ['q']),
  asked('discoveries', { of: ITEMS, step: STEP, ...PAGED }),
  asked('funnel', { of: ITEMS }),
  asked('diversity', { step: STEP }),
  asked('forgotten', { of: 'artists | tracks = artists', ...PAGED }),
  asked('sessions', { gap_minutes: GAP, sort: 'newest | longest | most_plays = newest', ...PAGED }),
  asked('sessions/{started_at}', { gap_minutes: GAP, ...PAGED }, ['started_at']),
  asked('streaks', { of: 'days | artists | tracks = days', ...PAGED }),
  asked('milestones'),
  asked('obsessions', { of: TRACKS_OR_ARTISTS, min_plays: 'int (3 to 1000)', ...PAGED }),
  asked('seasons', { of: 'tracks | artists = artists', ...PAGED }),
  asked('albums-heard', PAGED),
  asked('chapters', { threshold: 'number = 0.5' }),
  asked('compare', {
    other_from: 'datetime',
    other_to: 'datetime',
    other_period: 'string',
    of: 'artists | albums | tracks | genres = artists',
    limit: 'int = 10 (1 to 100)',
  }),
  asked('similar-years'),
  ...['artists', 'albums', 'tracks'].map((kind) => asked(`${kind}/{id}`, { step: STEP }, ['id'])),
  asked('provenance'),
  asked('years'),
  asked('years/{year}', {}, ['year']),
  ...['csv', 'jsonl', 'parquet'].map((format) => asked(`plays.${format}`)),
];

const ALL = [...CONTRACT, ...OURS, ...EXPLORE];

describe('the description of the API, beside the contract', () => {
  let document: ApiDocument;

  beforeAll(async () => {
    const api = await createTestApp({ env: { APP_ROLE: 'api' } });
    document = await ApiDocument.of(api);
    await api.close();
  });

  it('has every endpoint of it, and no others than those that are named', () => {
    const named = ALL.map(([method, path]) => `${method} ${path}`);
    expect(document.operations.map(({ name }) => name).sort()).toEqual(named.sort());
  });

  const rows = ALL.map(([method, path, access, input]) => ({
    name: `${method} ${path}`,
    access,
    input,
  }));
  it.each(EXPLORE.map(([, path]) => path))('%s is shown in docs/explore.md', (path) => {
    expect(readFileSync(EXPLORE_PAGE, 'utf8')).toContain(`\n### GET ${path}\n`);
  });

  it.each(rows)('$name is for whom it says, and takes what it says', ({ name, access, input }) => {
    const operation = document.operation(name);
    expect(operation.isPublic ? 'none' : 'session').toBe(access);
    expect(inputOf(operation, document)).toEqual({
      query: {},
      path: [],
      header: mayBeKept(name) ? ['If-None-Match'] : [],
      json: [],
      form: [],
      ...input,
      // A path without its parameter would be another path.
      required: [...(input?.path ?? []), ...(input?.required ?? [])].sort(),
    });
  });
});

function inputOf({ parameters, requestBody }: Operation, document: ApiDocument): Required<Input> {
  const namesIn = (place: Parameter['in']): string[] =>
    parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const bodyOf = (type: string) => {
    const schema = requestBody?.content[type]?.schema;
    return schema === undefined ? undefined : document.resolved(schema);
  };
  const [json, form] = [bodyOf('application/json'), bodyOf('multipart/form-data')];
  const requiredParameters = parameters.filter(({ required }) => required).map(({ name }) => name);
  return {
    query: Object.fromEntries(query.map((parameter) => [parameter.name, typeOf(parameter)])),
    path: namesIn('path'),
    header: namesIn('header'),
    json: Object.keys(json?.properties ?? {}).sort(),
    form: Object.keys(form?.properties ?? {}),
    required: [...requiredParameters, ...(json?.required ?? []), ...(form?.required ?? [])].sort(),
  };
}

/** A parameter as the tables above write it. */
function typeOf({ schema }: Parameter): string {
  const byDefault = schema.default === undefined ? '' : ` = ${schema.default}`;
  if (schema.enum !== undefined) return `${schema.enum.join(' | ')}${byDefault}`;
  if (schema.oneOf?.some(({ format }) => format === 'date-time') === true) return `datetime${byDefault}`;
  if (schema.type !== 'integer') return `${String(schema.type)}${byDefault}`;
  return `int${byDefault} (${schema.minimum ?? 'any'} to ${schema.maximum ?? 'any'})`;
}
