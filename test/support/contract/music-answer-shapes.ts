import { nullable, type Shape } from './shapes';
import { AVERAGES, COUNT, ID, IMAGES, PERCENT, PERIOD, TASTE } from './terms';

const ARTIST_NAMES: Shape = [{ platform_id: 'string', name: 'string' }];
const ARTIST: Shape = {
  id: ID,
  platform_id: 'string',
  name: 'string',
  image_url: 'string',
  images: IMAGES,
  genres: ['string'],
  popularity: 'int 0..100',
  followers: COUNT,
  external_url: 'string',
};
const TRACK = {
  id: ID,
  platform_id: 'string',
  name: 'string',
  artists: ARTIST_NAMES,
  duration_ms: COUNT,
  popularity: 'int 0..100',
  external_url: 'string',
};
const QUEUED = { id: 'string', name: 'string', artist: 'string', album: 'string', image: 'string', duration_ms: COUNT };

/** The answers of the endpoints about music: the catalogue, and what the platform is asked for. */
export const MUSIC_ANSWERS: Record<string, Shape> = {
  'GET /api/v1/tracks/top': {
    items: [
      {
        ...TRACK,
        image_url: 'string',
        album: nullable({ platform_id: 'string', name: 'string', image_url: 'string' }),
        audio_features: nullable({ ...TASTE, tempo: 'float 0..' }),
      },
    ],
    period: PERIOD,
    total: COUNT,
  },
  'GET /api/v1/tracks/{track_id}': {
    ...TRACK,
    album: nullable({
      platform_id: 'string',
      name: 'string',
      image_url: 'string',
      release_date: /^(\d{4}(-\d\d(-\d\d)?)?)?$/,
    }),
    explicit: 'bool',
    audio_features: nullable({ ...AVERAGES, key: 'int 0..11', mode: 'int 0..1', time_signature: 'int 3..7' }),
  },
  'GET /api/v1/artists/top': { items: [ARTIST], period: PERIOD, total: COUNT },
  'GET /api/v1/artists/{artist_id}': ARTIST,
  'GET /api/v1/albums/top': {
    items: [
      {
        id: ID,
        platform_id: 'string',
        name: 'string',
        artists: ['string'],
        image_url: 'string',
        release_date: /^(\d{4}(-\d\d(-\d\d)?)?)?$/,
        total_tracks: COUNT,
        type: '=|album|single|compilation',
        external_url: 'string',
      },
    ],
    period: PERIOD,
    total: COUNT,
  },
  'GET /api/v1/genres/distribution': {
    genres: [{ name: 'string', play_count: COUNT, percentage: PERCENT }],
    period: PERIOD,
    total_genres: COUNT,
  },

  'GET /api/v1/player/current': {
    is_playing: 'true',
    track_name: 'string',
    artist_name: 'string',
    album_name: 'string',
    album_image: 'string',
    track_id: 'string',
    duration_ms: COUNT,
    progress_ms: COUNT,
    device: 'string',
    shuffle: 'bool',
    repeat: 'string',
  },
  'GET /api/v1/player/devices': {
    devices: [{ id: 'string', name: 'string', type: 'string', is_active: 'bool', volume_percent: 'int 0..100' }],
  },
  'GET /api/v1/player/queue': { currently_playing: nullable(QUEUED), queue: [QUEUED] },
  'POST /api/v1/player/play': { status: '=playing' },
  'POST /api/v1/player/next': { status: '=skipped' },
  'POST /api/v1/player/previous': { status: '=skipped_back' },
  'POST /api/v1/player/pause': { status: '=paused' },

  'GET /api/v1/browse/new-releases': {
    items: [
      {
        id: 'string',
        name: 'string',
        artists: 'string',
        image: 'string',
        release_date: 'string',
        total_tracks: COUNT,
        type: 'string',
      },
    ],
  },
  'GET /api/v1/browse/featured-playlists': {
    message: 'string',
    items: [
      { id: 'string', name: 'string', description: 'string', image: 'string', tracks_total: COUNT, owner: 'string' },
    ],
  },
  'GET /api/v1/browse/categories': { items: [{ id: 'string', name: 'string', image: 'string' }] },

  'GET /api/v1/library/followed-artists': {
    items: [{ id: 'string', name: 'string', image: 'string', followers: COUNT, genres: ['string'] }],
    total: COUNT,
  },
  'GET /api/v1/library/saved-albums': {
    items: [
      {
        id: 'string',
        name: 'string',
        artists: 'string',
        image: 'string',
        release_date: 'string',
        total_tracks: COUNT,
        added_at: 'datetime?',
      },
    ],
    total: COUNT,
    limit: 'int 1..50',
    offset: COUNT,
  },

  'GET /api/v1/recommendations': {
    items: [
      {
        id: 'string',
        name: 'string',
        artists: ['string'],
        artist: 'string',
        album: 'string',
        album_image: 'string',
        duration_ms: COUNT,
        popularity: 'int 0..100',
        audio_features: nullable(TASTE),
        external_url: 'string',
      },
    ],
    total: COUNT,
    seed_info: { type: '=artists|tracks|genres|mixed', top_artist: 'string', top_genre: 'string' },
  },
};
