import { Roster } from '../../../src/sandbox/listeners/roster';
import { buildEditorial } from '../../../src/sandbox/catalogue/editorial';
import { DEFAULT_SEED } from '../../../src/sandbox/world';
import type { PlatformCall } from '../../../src/platform/calls/platform-calls';
import { SANDBOX_CATALOGUE } from '../catalogue';

const [track = '', second = ''] = SANDBOX_CATALOGUE.tracks.map(({ id }) => id);
const album = first(SANDBOX_CATALOGUE.albums).id;
const artist = first(SANDBOX_CATALOGUE.artists).id;
const category = first(buildEditorial(DEFAULT_SEED, SANDBOX_CATALOGUE).categories);
/** A withdrawn id, in whose place another track is played. */
const withdrawn = first(SANDBOX_CATALOGUE.relinked.keys());
const unknown = '0'.repeat(22);

function first<Item>(items: Iterable<Item>): Item {
  for (const item of items) return item;
  throw new Error('The sandbox’s catalogue is empty');
}

/** Calls of the service's API that are passed on to the platform, below `/api/v1`. */
export const PASSED_ON: readonly { method?: 'POST'; path: string; json?: unknown }[] = [
  { path: '/player/current' },
  { path: '/player/devices' },
  { path: '/player/queue' },
  { method: 'POST', path: '/player/play', json: { context_uri: `spotify:album:${album}` } },
  { method: 'POST', path: '/player/play', json: { uris: [`spotify:track:${track}`, `spotify:track:${second}`] } },
  { method: 'POST', path: '/player/next' },
  { method: 'POST', path: '/player/previous' },
  { method: 'POST', path: '/player/pause' },
  { method: 'POST', path: '/player/play' },
  { path: '/player/queue' },
  { path: '/browse/new-releases?limit=3' },
  { path: '/browse/featured-playlists?limit=3' },
  { path: '/browse/categories?limit=3' },
  { path: '/library/followed-artists?limit=2' },
  { path: '/library/followed-artists' },
  { path: '/library/saved-albums?limit=3&offset=1' },
];

/** A device of a listener of the sandbox. */
export function deviceOf(name: string): string {
  return first(new Roster(DEFAULT_SEED).find(name)?.devices ?? []).id;
}

/** Calls of the Web API that the sandbox answers and that a sync and the API's calls do not all make. */
export function otherCalls(deviceId: string): readonly PlatformCall[] {
  return [
    { path: `/v1/tracks/${track}` },
    { path: `/v1/tracks/${withdrawn}` },
    { path: '/v1/tracks', query: { ids: `${track},${withdrawn},${unknown}` } },
    { path: `/v1/artists/${artist}` },
    { path: '/v1/artists', query: { ids: `${artist},${unknown}` } },
    { path: `/v1/albums/${album}` },
    { path: '/v1/albums', query: { ids: `${album},${unknown}` } },
    { path: `/v1/albums/${album}/tracks`, query: { limit: 2, offset: 1 } },
    { path: `/v1/audio-features/${track}` },
    { path: '/v1/audio-features', query: { ids: `${track},${unknown}` } },
    { path: '/v1/me/tracks', query: { limit: 2 } },
    { path: `/v1/playlists/${category.playlist.id}` },
    { path: `/v1/browse/categories/${category.id}` },
    { path: `/v1/browse/categories/${category.id}/playlists` },
    { path: '/v1/search', query: { q: 'a', type: 'track,artist,album,playlist,show,episode,audiobook', limit: 2 } },
    {
      path: '/v1/recommendations',
      query: { seed_artists: artist, seed_tracks: track, seed_genres: category.id, target_energy: 0.5, limit: 5 },
    },
    { path: '/v1/me/player/currently-playing' },
    { method: 'PUT', path: '/v1/me/player', json: { device_ids: [deviceId], play: true } },
    { method: 'PUT', path: '/v1/me/player/seek', query: { position_ms: 1_000 } },
    { method: 'PUT', path: '/v1/me/player/repeat', query: { state: 'context' } },
    { method: 'PUT', path: '/v1/me/player/shuffle', query: { state: 'true' } },
    { method: 'PUT', path: '/v1/me/player/volume', query: { volume_percent: 30 } },
    { method: 'POST', path: '/v1/me/player/queue', query: { uri: `spotify:track:${track}` } },
  ];
}
