import type { Shape } from './shapes';

/** Terms that several rows of the interface specification share. */

export const PERIOD = '=week|month|quarter|year|all_time';
export const STATUS = '=pending|running|completed|failed';
export const COUNT = 'int 0..';
export const PERCENT = 'float 0..100';
export const SHARE = 'float 0..1';
export const ID = /^[0-9a-f]{24}$/;
/** A second name for `image_url`, which is the address of the first. */
export const IMAGES = [{ url: 'string' }] satisfies Shape;
export const TASTE = { danceability: SHARE, energy: SHARE, valence: SHARE };
export const AVERAGES = {
  ...TASTE,
  acousticness: SHARE,
  instrumentalness: SHARE,
  liveness: SHARE,
  speechiness: SHARE,
  tempo: 'float 0..',
};
/** What a play says of itself, stored as well as answered. */
export const PLAY = {
  track: {
    platform_id: 'string',
    name: 'string',
    artist_name: 'string',
    album_name: 'string',
    album_image_url: 'string',
    duration_ms: COUNT,
  },
  played_at: 'datetime',
  ms_played: 'int?',
  source: '=api|import',
  context_type: '=|playlist|album|artist',
  context_uri: 'string',
};
