import { MUSIC_ANSWERS } from './music-answer-shapes';
import { nullable, type Shape } from './shapes';
import { AVERAGES, COUNT, ID, IMAGES, PERCENT, PERIOD, PLAY, STATUS } from './terms';

const HOST_AND_PATH = /^https?:\/\//;

const PAGE = { total: COUNT, page: 'int 1..', limit: 'int 1..' };
const COUNTED_PAGE = { ...PAGE, pages: COUNT };

const RANKED = { name: 'string', play_count: COUNT, rank: 'int 1..10' };

/**
 * The answers of "Endpoints" of the interface specification, row by row, for a listener who has everything, with the
 * second names that some fields have for the clients in use.
 */
export const ANSWERS: Record<string, Shape> = {
  'GET /api/health': { status: '=healthy', service: '=playledger', version: /^\d+\.\d+\.\d+/ },
  'GET /api/health/ready': { status: '=ready' },
  'GET /api/health/update': {
    current_version: /^\d/,
    latest_version: 'string',
    update_available: 'bool',
    release_url: 'string',
    release_notes: 'string',
    published_at: 'datetime?',
  },

  'GET /api/v1/auth/login': { authorization_url: HOST_AND_PATH, url: HOST_AND_PATH, state: /^[\w-]{43}$/ },
  'GET /api/v1/auth/status': {
    authenticated: 'true',
    user: {
      id: ID,
      platform_id: 'string',
      display_name: 'string',
      email: 'string',
      image_url: 'string',
      product: 'string',
    },
    token_expires_at: 'datetime',
  },
  'POST /api/v1/auth/refresh': { status: '=refreshed' },
  'POST /api/v1/auth/logout': { status: '=logged_out' },
  'GET /api/v1/auth/dev-login': {
    status: '=authenticated',
    user: { id: ID, platform_id: 'string', display_name: 'string' },
    token: /^[\w-]+\.[\w-]+\.[\w-]+$/,
  },

  'GET /api/v1/analytics/overview': {
    period: PERIOD,
    total_tracks_played: COUNT,
    total_ms_played: COUNT,
    total_hours: 'float 0..',
    unique_tracks: COUNT,
    unique_artists: COUNT,
    unique_albums: COUNT,
    unique_genres: COUNT,
    listening_streak_days: COUNT,
    top_artists: [{ ...RANKED, platform_id: 'string', image_url: 'string' }],
    top_tracks: [{ ...RANKED, platform_id: 'string', artist: 'string' }],
    top_albums: [{ ...RANKED, platform_id: 'string' }],
    top_genres: [RANKED],
    hourly_distribution: [{ hour: 'int 0..23', plays: COUNT }],
    daily_distribution: [{ day: '=Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday', plays: COUNT }],
    avg_audio_features: nullable(AVERAGES),
    computed_at: 'datetime',
  },
  'POST /api/v1/analytics/refresh': { status: '=refreshed', periods: [PERIOD], computed_at: 'datetime' },
  'GET /api/v1/analytics/trend': {
    period: PERIOD,
    granularity: '=%Y-%m-%d|%G-W%V|%Y-%m',
    points: [{ label: /^\d{4}-(W?\d\d|\d\d-\d\d)$/, plays: COUNT, ms: COUNT, hours: 'float 0..' }],
  },
  'GET /api/v1/analytics/rollup-status': {
    last_date: /^(\d{4}-\d\d-\d\d)?$/,
    total_days: COUNT,
    complete: 'bool',
    coverage: PERCENT,
  },
  'POST /api/v1/analytics/rollup-build': { status: '=started', job_id: ID },

  'GET /api/v1/history': {
    items: [
      {
        id: ID,
        user_id: ID,
        ...PLAY,
      },
    ],
    ...COUNTED_PAGE,
  },
  'POST /api/v1/history/import': { job_id: ID, status: '=pending', items_processed: 'int 0..0', items_total: COUNT },

  'GET /api/v1/playlists': {
    items: [
      {
        id: ID,
        user_id: ID,
        platform_id: 'string',
        name: 'string',
        description: 'string',
        image_url: 'string',
        images: IMAGES,
        tracks_total: COUNT,
        total_tracks: COUNT,
        owner: 'string',
        public: 'bool',
        collaborative: 'bool',
        external_url: 'string',
      },
    ],
    ...PAGE,
  },

  'GET /api/v1/sync-jobs': {
    items: [
      {
        id: ID,
        job_type: '=periodic|rollup_build|import|initial',
        status: STATUS,
        items_processed: COUNT,
        items_total: COUNT,
        error_message: 'string?',
        started_at: 'datetime?',
        completed_at: 'datetime?',
        created_at: 'datetime',
        steps: [{ action: 'string', status: STATUS, detail: 'string', items: COUNT, error: 'string?' }],
      },
    ],
    ...COUNTED_PAGE,
  },
  'GET /api/v1/sync-jobs/stats': {
    total_jobs: COUNT,
    completed: COUNT,
    failed: COUNT,
    running: COUNT,
    total_items_synced: COUNT,
    last_sync_at: 'datetime?',
  },
  'POST /api/v1/sync-jobs/trigger': { status: '=started', job_id: ID, message: /./ },

  'GET /api/v1/api-logs': {
    items: [
      {
        id: ID,
        service: '=platform|internal',
        method: '=GET|POST|PUT|DELETE',
        endpoint: /^\//,
        status_code: 'int 0..599',
        latency_ms: 'float 0..',
        error: 'string?',
        timestamp: 'datetime',
      },
    ],
    ...COUNTED_PAGE,
  },
  'GET /api/v1/api-logs/stats': {
    total_calls: COUNT,
    error_count: COUNT,
    rate_limit_count: COUNT,
    success_rate: PERCENT,
    avg_latency_ms: 'float 0..',
    status_distribution: { '1xx': COUNT, '2xx': COUNT, '3xx': COUNT, '4xx': COUNT, '5xx': COUNT, no_answer: COUNT },
    top_endpoints: [{ endpoint: /^[A-Z]+ \//, count: COUNT }],
  },

  ...MUSIC_ANSWERS,
};
