import { currentTrack, type RepeatMode, skipToNext, skipToPrevious } from '../listeners/playback';
import { Random } from '../random';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { command, ownDevice, requestedTracks, targetDevice, trackOf } from './player-command';

/** A command: it answers 204 once it is carried out. */
function control(method: 'PUT' | 'POST', path: string, carryOut: (call: ApiCall) => void): ApiRoute {
  return {
    method,
    path,
    scopes: ['user-modify-playback-state'],
    handle: (call) => {
      carryOut(call);
      return undefined;
    },
  };
}

export const PLAYER_CONTROL_ROUTES: readonly ApiRoute[] = [
  control('PUT', '/me/player', transfer),
  control('PUT', '/me/player/play', play),
  control('PUT', '/me/player/pause', pause),
  control('POST', '/me/player/next', next),
  control('POST', '/me/player/previous', previous),
  control('PUT', '/me/player/seek', seek),
  control('PUT', '/me/player/repeat', repeat),
  control('PUT', '/me/player/shuffle', shuffle),
  control('PUT', '/me/player/volume', setVolume),
  control('POST', '/me/player/queue', enqueue),
];

function play(call: ApiCall): void {
  const { position_ms: position } = call.body;
  const start = typeof position === 'number' ? { progressMs: position } : {};
  command(call, (playback) => {
    const requested = requestedTracks(call);
    const fresh = requested ? { ...requested, queued: [], progressMs: 0 } : {};
    return { ...playback, ...fresh, ...start, playing: true };
  });
}

function pause(call: ApiCall): void {
  command(call, (playback) => ({ ...playback, playing: false }));
}

function next(call: ApiCall): void {
  command(call, skipToNext);
}

function previous(call: ApiCall): void {
  command(call, skipToPrevious);
}

function seek(call: ApiCall): void {
  const progressMs = requiredNumber(call, 'position_ms', Number.MAX_SAFE_INTEGER);
  command(call, (playback) => {
    const track = currentTrack(playback);
    return track && progressMs >= track.durationMs ? skipToNext(playback) : { ...playback, progressMs };
  });
}

function repeat(call: ApiCall): void {
  const mode = call.query.required('state');
  if (!isRepeatMode(mode)) throw new ApiError(400, 'Invalid state');
  command(call, (playback) => ({ ...playback, repeat: mode }));
}

function setVolume(call: ApiCall): void {
  call.world.players.setVolume(targetDevice(call), requiredNumber(call, 'volume_percent', 100));
}

function enqueue(call: ApiCall): void {
  const track = trackOf(call, call.query.required('uri'));
  command(call, (playback) => ({ ...playback, queued: [...playback.queued, track] }));
}

function shuffle(call: ApiCall): void {
  const on = call.query.required('state') === 'true';
  command(call, (playback) => {
    const { tracks, index } = playback;
    const rest = tracks.slice(index + 1);
    const order = on ? new Random('shuffle', call.listener.id, call.now).shuffled(rest) : rest;
    return { ...playback, shuffle: on, tracks: [...tracks.slice(0, index + 1), ...order] };
  });
}

/** Moves the player to another device. */
function transfer(call: ApiCall): void {
  const { device_ids: ids, play: start } = call.body;
  targetDevice(call);
  if (!Array.isArray(ids) || ids.length !== 1) throw new ApiError(400, 'Exactly one device id must be given');
  const device = ownDevice(call.listener.devices, String(ids[0]));
  command(call, (playback) => ({ ...playback, device, playing: playback.playing || start === true }));
}

function requiredNumber(call: ApiCall, name: string, max: number): number {
  call.query.required(name);
  return call.query.integer(name, { min: 0, max }, 0);
}

function isRepeatMode(text: string): text is RepeatMode {
  return ['off', 'track', 'context'].includes(text);
}
