import type { Error as MongooseError, Model } from 'mongoose';
import { createTestApp, type TestApp } from '../../support/test-app';

interface RecordRow {
  /** Fields without which there is no record. A name is not among them: the platform has things without one. */
  required: string[];
  /** Fields by which there is one record at most. */
  unique?: string[];
  defaults: object;
  /** Fields that are the present time unless given. */
  now?: string[];
}

const NOTHING_HEARD = {
  total_tracks_played: 0,
  total_ms_played: 0,
  unique_tracks: 0,
  unique_artists: 0,
  unique_albums: 0,
  unique_genres: 0,
  listening_streak_days: 0,
};

/** Columns "Default" and "Notes" of "Resources and their fields" of the interface specification, by collection. */
const RECORDS: Record<string, RecordRow> = {
  users: {
    required: ['platform_id'],
    unique: ['platform_id'],
    defaults: { display_name: '', image_url: '', country: '', product: '', last_synced_at: null },
    now: ['created_at'],
  },
  platform_tokens: {
    required: ['user_id', 'refresh_token_encrypted', 'expires_at'],
    unique: ['user_id'],
    defaults: { scope: '' },
  },
  listening_history: {
    required: ['user_id', 'track', 'played_at'],
    unique: ['user_id', 'track.platform_id', 'played_at'],
    defaults: { ms_played: null, source: 'api', context_type: '', context_uri: '' },
  },
  tracks: {
    required: ['platform_id'],
    unique: ['platform_id'],
    defaults: {
      artists: [],
      album: null,
      duration_ms: 0,
      popularity: 0,
      explicit: false,
      preview_url: null,
      external_url: '',
      audio_features: null,
      genres: [],
    },
    now: ['fetched_at', 'updated_at'],
  },
  artists: {
    required: ['platform_id'],
    unique: ['platform_id'],
    defaults: { genres: [], popularity: 0, followers: 0, images: [], external_url: '' },
    now: ['fetched_at', 'updated_at'],
  },
  albums: {
    required: ['platform_id'],
    unique: ['platform_id'],
    defaults: {
      album_type: '',
      artists: [],
      images: [],
      release_date: '',
      total_tracks: 0,
      genres: [],
      popularity: 0,
      external_url: '',
    },
    now: ['fetched_at'],
  },
  playlists: {
    required: ['platform_id', 'user_id'],
    unique: ['user_id', 'platform_id'],
    defaults: {
      description: '',
      public: true,
      collaborative: false,
      images: [],
      owner_id: '',
      owner_name: '',
      total_tracks: 0,
      tracks: [],
      snapshot_id: '',
      external_url: '',
    },
    now: ['fetched_at'],
  },
  daily_rollups: {
    required: ['user_id', 'date'],
    unique: ['user_id', 'date'],
    defaults: {
      day_of_week: 0,
      total_plays: 0,
      total_ms: 0,
      hourly: [],
      artist_plays: {},
      album_plays: {},
      track_plays: [],
    },
  },
  analytics_snapshots: {
    required: ['user_id', 'period'],
    unique: ['user_id', 'period'],
    defaults: {
      period_start: null,
      period_end: null,
      ...NOTHING_HEARD,
      top_artists: [],
      top_tracks: [],
      top_genres: [],
      top_albums: [],
      hourly_distribution: [],
      daily_distribution: [],
      avg_audio_features: null,
    },
    now: ['computed_at'],
  },
  sync_jobs: {
    required: ['user_id'],
    defaults: {
      job_type: 'periodic',
      status: 'pending',
      started_at: null,
      completed_at: null,
      items_processed: 0,
      items_total: 0,
      error_message: '',
      steps: [],
    },
    now: ['created_at'],
  },
  api_logs: {
    required: [],
    defaults: {
      user_id: '',
      service: 'platform',
      method: '',
      endpoint: '',
      status_code: 0,
      latency_ms: 0,
      error: '',
      request_id: '',
    },
    now: ['timestamp'],
  },
};

describe('a stored record', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
  });
  afterAll(() => api.close());

  const modelOf = (collection: string): Model<object> => {
    const model = Object.values(api.db.models).find((each) => each.collection.name === collection);
    if (model === undefined) throw new Error(`There is no model of ${collection}`);
    return model as Model<object>;
  };

  /** What is wrong with a record, by field. */
  const problemsOf = async (collection: string, record: object = {}): Promise<object> => {
    try {
      await new (modelOf(collection))(record).validate();
      return {};
    } catch (error) {
      return (error as MongooseError.ValidationError).errors;
    }
  };

  describe.each(Object.entries(RECORDS))('of %s', (collection, { required, defaults, now = [] }) => {
    it('has the defaults of the contract', () => {
      const begun = Date.now();
      const record = new (modelOf(collection))().toObject() as Record<string, unknown>;
      expect(record).toMatchObject(defaults);
      for (const field of now) expect((record[field] as Date).getTime()).toBeGreaterThanOrEqual(begun);
    });

    it(`needs ${required.join(', ') || 'nothing'}`, async () => {
      expect(Object.keys(await problemsOf(collection))).toEqual(expect.arrayContaining(required));
    });
  });

  const keys = Object.entries(RECORDS).flatMap(([name, { unique }]) =>
    unique === undefined ? [] : [{ name, unique }],
  );
  it.each(keys)('of $name is the only one with its $unique', async ({ name, unique }) => {
    const indexes = await api.db.collection(name).indexes();
    const found = indexes.filter((index) => index.unique === true).map(({ key }) => Object.keys(key as object));
    expect(found).toContainEqual(unique);
  });

  it.each([
    ['sync_jobs', 'status', ['pending', 'running', 'completed', 'failed']],
    ['sync_jobs', 'job_type', ['periodic', 'rollup_build', 'import', 'initial']],
    ['analytics_snapshots', 'period', ['week', 'month', 'quarter', 'year', 'all_time']],
    ['listening_history', 'source', ['api', 'import']],
  ])('of %s has no %s but %j', async (collection, field, values) => {
    const isWrong = async (value: string): Promise<boolean> =>
      field in (await problemsOf(collection, { [field]: value }));
    expect(await Promise.all([...values, 'other'].map(isWrong))).toEqual([...values.map(() => false), true]);
  });
});
