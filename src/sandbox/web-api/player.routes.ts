import { currentTrack, type Playback, upcomingTracks } from '../listeners/playback';
import type { ApiCall, ApiRoute } from './api-route';

export const PLAYER_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me/player',
    scopes: ['user-read-playback-state'],
    handle: (call) => {
      const playback = current(call);
      if (!playback) return undefined;
      const { repeat, shuffle, device } = playback;
      return {
        device: deviceShape(call, device.id),
        repeat_state: repeat,
        shuffle_state: shuffle,
        ...playing(call, playback),
      };
    },
  },
  {
    method: 'GET',
    path: '/me/player/currently-playing',
    scopes: ['user-read-currently-playing'],
    handle: (call) => {
      const playback = current(call);
      return playback ? playing(call, playback) : undefined;
    },
  },
  {
    method: 'GET',
    path: '/me/player/devices',
    scopes: ['user-read-playback-state'],
    handle: (call) => ({ devices: call.listener.devices.map(({ id }) => deviceShape(call, id)) }),
  },
  {
    method: 'GET',
    path: '/me/player/queue',
    scopes: ['user-read-currently-playing', 'user-read-playback-state'],
    handle: (call) => {
      const playback = current(call);
      const track = playback && currentTrack(playback);
      return {
        currently_playing: track && call.shapes.track(track),
        queue: playback ? upcomingTracks(playback).map((next) => call.shapes.track(next)) : [],
      };
    },
  },
];

function current({ world, listener, now }: ApiCall): Playback | null {
  return world.players.current(listener, now);
}

function playing({ shapes }: ApiCall, playback: Playback) {
  const { context, progressMs, at } = playback;
  const track = currentTrack(playback);
  return {
    context: context && shapes.context(context),
    timestamp: at,
    progress_ms: progressMs,
    is_playing: playback.playing,
    item: track && shapes.track(track),
    currently_playing_type: 'track',
    actions: { disallows: playback.playing ? { resuming: true } : { pausing: true } },
  };
}

function deviceShape({ world, listener, now, shapes }: ApiCall, id: string) {
  const device = world.players.devicesOf(listener).find((candidate) => candidate.id === id);
  return device && shapes.device(device, world.players.activeDevice(listener, now)?.id === id);
}
