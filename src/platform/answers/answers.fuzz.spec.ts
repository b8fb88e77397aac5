import fc, { type Arbitrary } from 'fast-check';
import { PlatformAnswerUnexpected } from '../platform.errors';
import { readProfile } from '../profile';
import { readLoginGrant } from '../token-grant';
import { readArtist } from './artist';
import { readAudioFeatures } from './audio-features';
import { readCategories, readFeaturedPlaylists, readNewReleases } from './browse';
import { readFollowedArtists, readSavedAlbum } from './library';
import { readPage } from './page';
import { readRecentlyPlayed } from './play';
import { readDevices, readPlayback, readQueue } from './player';
import { readPlaylist, readPlaylistEntry } from './playlist';
import { readTrack } from './track';

const RUNS = process.env.CI === undefined ? 150 : 3_000;
const PAGE = { offset: 0, limit: 50 };

const images = [{ url: 'https://img.example/640', height: 640, width: 640 }];
const external_urls = { spotify: 'https://open.example/x' };
const artist = {
  id: 'a1',
  name: 'Ann',
  genres: ['pop'],
  popularity: 5,
  followers: { total: 9 },
  images,
  external_urls,
};
const album = {
  id: 'b1',
  name: 'Album',
  album_type: 'album',
  artists: [artist],
  images,
  release_date: '1999-05-31',
  total_tracks: 9,
  tracks: { items: [{ id: 't1', name: 'Song', disc_number: 1, track_number: 2, duration_ms: 200_000 }] },
  genres: ['pop'],
  popularity: 5,
  external_urls,
};
const track = {
  id: 't1',
  type: 'track',
  name: 'Song',
  artists: [artist],
  album,
  duration_ms: 200_000,
  popularity: 42,
  explicit: true,
  preview_url: 'https://clip.example',
  external_urls,
  linked_from: { id: 't0' },
};
const share = { danceability: 0.1, energy: 0.2, speechiness: 0.3, acousticness: 0.4, instrumentalness: 0.5 };
const features = { id: 't1', ...share, liveness: 0.6, valence: 0.7, tempo: 120.5, key: 3, loudness: -7.5, mode: 1 };
const added_at = '2024-05-01T12:00:00Z';
const playlist = {
  id: 'p1',
  name: 'Mix',
  description: 'Of mine',
  public: true,
  collaborative: false,
  images,
  owner: { id: 'mira', display_name: 'Mira' },
  tracks: { total: 7 },
  snapshot_id: 's',
  external_urls,
};
const pageOf = (item: object) => ({ items: [item], total: 1, next: 'https://…' });

type Reader = (body: unknown) => unknown;
const ANSWERS: [string, object, Reader][] = [
  ['a track', track, readTrack],
  ['an artist', artist, readArtist],
  ['audio features', { ...features, duration_ms: 1, time_signature: 4 }, readAudioFeatures],
  ['a page of tracks', pageOf(track), (body) => readPage(body, PAGE, readTrack)],
  ['the feed', { items: [{ track, played_at: added_at, context: { type: 'album', uri: 'u' } }] }, readRecentlyPlayed],
  ['a playlist', playlist, readPlaylist],
  ['an entry of a playlist', { added_at, track }, readPlaylistEntry],
  ['new releases', { albums: pageOf(album) }, (body) => readNewReleases(body, PAGE)],
  ['featured playlists', { message: 'm', playlists: pageOf(playlist) }, (body) => readFeaturedPlaylists(body, PAGE)],
  ['categories', { categories: pageOf({ id: 'c', name: 'C', icons: images }) }, (body) => readCategories(body, PAGE)],
  ['followed artists', { artists: { ...pageOf(artist), cursors: { after: 'a1' } } }, readFollowedArtists],
  ['a saved album', { added_at, album }, readSavedAlbum],
  [
    'the player',
    { is_playing: true, item: track, progress_ms: 1, device: { name: 'd' }, shuffle_state: true, repeat_state: 'off' },
    readPlayback,
  ],
  [
    'the devices',
    { devices: [{ id: 'd', name: 'd', type: 'Phone', is_active: true, volume_percent: 5 }] },
    readDevices,
  ],
  ['the queue', { currently_playing: track, queue: [track] }, readQueue],
  ['a profile', { id: 'mira', display_name: 'M', email: 'e', images, country: 'SE', product: 'premium' }, readProfile],
  [
    'a token',
    { access_token: 'a', refresh_token: 'r', expires_in: 3600, scope: 's' },
    (body) => readLoginGrant(body, new Date(0)),
  ],
];

const ODD = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, [], {}, '', -1, 0.5, 1e300, -1e300, 2 ** 53, true, [null], [[]], '\u0000', 'NaN'),
  fc.constantFrom('0', '5', 'Jan 1 2020', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '2024-13-01'),
);

/** The answer with any JSON in the place of some of its parts, at any depth; some are left out. */
function withOddParts(answer: object): Arbitrary<unknown> {
  const paths = pathsOf(answer);
  const change = fc.tuple(fc.constantFrom(...paths), fc.option(ODD, { nil: undefined }));
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((whole, [path, value]) => replaced(whole, path, value), answer));
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((path) => [key, ...path]))];
}

function replaced(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof whole !== 'object' || whole === null) return whole;
  const part = replaced((whole as Record<string, unknown>)[key], rest, value);
  return Array.isArray(whole)
    ? whole.map((item, index) => (String(index) === key ? part : (item as unknown)))
    : { ...whole, [key]: part };
}

/** Where a value is of another type than the same place of what was read from the whole answer; null is told apart. */
function differences(value: unknown, model: unknown, at = ''): string[] {
  if (value === null || model === null) return [];
  if (Array.isArray(value)) {
    if (!Array.isArray(model)) return [`${at}: a list`];
    return value.flatMap((item, index) => differences(item, model[0] ?? '', `${at}[${index}]`));
  }
  if (value instanceof Date) {
    const year = value.getUTCFullYear();
    return model instanceof Date && year >= 0 && year <= 9999 ? [] : [`${at}: ${String(value)}`];
  }
  if (typeof value !== typeof model) return [`${at}: ${typeof value} for ${typeof model}`];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${at}: ${value}`];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) =>
    differences(part, (model as Record<string, unknown>)[key], `${at}.${key}`),
  );
}

describe('any JSON in the place of any part of an answer', () => {
  it.each(ANSWERS)('leaves %s with fields of its types, or is refused by name', (_, answer, read) => {
    const model = read(answer);
    expect(differences(model, model)).toEqual([]);
    fc.assert(
      fc.property(withOddParts(answer), (odd) => {
        try {
          expect(differences(read(odd), model)).toEqual([]);
        } catch (error) {
          if (!(error instanceof PlatformAnswerUnexpected)) throw error;
        }
      }),
      { numRuns: RUNS },
    );
  });
});
