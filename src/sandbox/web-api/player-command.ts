import type { Track } from '../catalogue/catalogue.types';
import { playableTracks } from '../listeners/library';
import type { Device, PlayContext } from '../listeners/listener.types';
import type { Playback } from '../listeners/playback';
import { ApiError } from './api-error';
import type { ApiCall } from './api-route';

/**
 * Carries out a command on the caller's player: on the device named, else on the active one. With nothing loaded, the
 * command acts on the last tracks heard. A command that is already fulfilled is accepted.
 * @throws ApiError 403 PREMIUM_REQUIRED, 404 NO_ACTIVE_DEVICE, 404 for a device that is not the listener's
 */
export function command(call: ApiCall, change: (playback: Playback) => Playback): void {
  const { world, listener, now } = call;
  const device = targetDevice(call);
  const playback = world.players.current(listener, now) ?? world.players.resumable(listener, now, device);
  world.players.take(listener, change({ ...playback, device, at: now }));
}

/** The device a command is for, after checking that the listener may command at all. */
export function targetDevice({ world, listener, now, query }: ApiCall): Device {
  if (listener.product !== 'premium') {
    throw new ApiError(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED');
  }
  const id = query.text('device_id');
  if (id !== null) return ownDevice(listener.devices, id);
  const device = world.players.activeDevice(listener, now);
  if (!device) throw new ApiError(404, 'Player command failed: No active device found', 'NO_ACTIVE_DEVICE');
  return device;
}

/** The device with this id. @throws ApiError 404 */
export function ownDevice(devices: readonly Device[], id: string): Device {
  const device = devices.find((candidate) => candidate.id === id);
  if (!device) throw new ApiError(404, 'Device not found');
  return device;
}

/** What a `PUT /me/player/play` asks to start: a context or a list of tracks; null when it asks to go on. */
export function requestedTracks(call: ApiCall): { tracks: Track[]; index: number; context: PlayContext | null } | null {
  const { context_uri: contextUri, uris, offset } = call.body;
  if (contextUri === undefined && uris === undefined) return null;
  if (uris !== undefined) {
    if (!Array.isArray(uris) || uris.length === 0) throw new ApiError(400, 'Malformed json');
    const tracks = uris.map((uri) => trackOf(call, uri));
    return { tracks, index: startIndex(offset, tracks), context: null };
  }
  const context = parseContext(contextUri);
  const tracks = contextTracks(call, context);
  if (!tracks || tracks.length === 0) throw new ApiError(404, 'Context not found');
  return { tracks, index: startIndex(offset, tracks), context };
}

/** The track of a URI, a withdrawn one by its replacement. @throws ApiError 400 */
export function trackOf({ world }: ApiCall, uri: unknown): Track {
  const [, id = ''] = /^spotify:track:([0-9A-Za-z]{22})$/.exec(String(uri)) ?? [];
  const { trackById, relinked } = world.listening.catalogue;
  const track = trackById.get(id) ?? relinked.get(id);
  if (!track) throw new ApiError(400, 'Invalid track uri');
  return track;
}

function parseContext(uri: unknown): PlayContext {
  const [, type, id] = /^spotify:(album|artist|playlist):([0-9A-Za-z]{22})$/.exec(String(uri)) ?? [];
  if ((type === 'album' || type === 'artist' || type === 'playlist') && id !== undefined) return { type, id };
  throw new ApiError(400, 'Invalid context uri');
}

function contextTracks({ world, listener }: ApiCall, { type, id }: PlayContext): Track[] | undefined {
  const { albumById, artistById } = world.listening.catalogue;
  if (type === 'album') return albumById.get(id)?.tracks;
  if (type === 'artist') return artistById.get(id)?.tracks.slice(0, 10);
  const lists = [
    ...world.listening.libraryOf(listener).playlists,
    ...world.editorial.categories.map(({ playlist }) => playlist),
  ];
  const list = lists.find((candidate) => candidate.id === id);
  return list && playableTracks(list);
}

function startIndex(offset: unknown, tracks: readonly Track[]): number {
  if (typeof offset !== 'object' || offset === null) return 0;
  const index =
    'uri' in offset
      ? tracks.findIndex(({ id }) => `spotify:track:${id}` === offset.uri)
      : 'position' in offset && typeof offset.position === 'number'
        ? offset.position
        : 0;
  if (index < 0 || index >= tracks.length) throw new ApiError(400, 'Invalid offset');
  return index;
}
