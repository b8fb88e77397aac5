import type { EpisodePlay } from '../listeners/listener.types';
import { currentTrack, type Playback, upcomingTracks } from '../listeners/playback';
import type { ApiCall, ApiRoute } from './api-route';
import { episodeShape } from './episode-shape';

export const PLAYER_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me/player',
    scopes: ['user-read-playback-state'],
    handle: (call) => {
      const [playback, episode] = [current(call), currentEpisode(call)];
      const state = nowPlaying(call, playback, episode);
      return (
        state && {
          device: deviceShape(call, (playback ?? episode)?.device.id ?? ''),
          repeat_state: playback?.repeat ?? 'off',
          shuffle_state: playback?.shuffle ?? false,
          ...state,
        }
      );
    },
  },
  {
    method: 'GET',
    path: '/me/player/currently-playing',
    scopes: ['user-read-currently-playing'],
    handle: (call) => nowPlaying(call, current(call), currentEpisode(call)),
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
      const episode = currentEpisode(call);
      return {
        currently_playing: track ? call.shapes.track(track) : episode && episodeShape(call.shapes, episode),
        queue: playback ? upcomingTracks(playback).map((next) => call.shapes.track(next)) : [],
      };
    },
  },
];

function current({ world, listener, now }: ApiCall): Playback | null {
  return world.players.current(listener, now);
}

function currentEpisode({ world, listener, now }: ApiCall): EpisodePlay | null {
  return world.players.currentEpisode(listener, now);
}

function nowPlaying(call: ApiCall, playback: Playback | null, episode: EpisodePlay | null) {
  if (playback) return playing(call, playback);
  return episode ? playingEpisode(call, episode) : undefined;
}

/** An episode is named only to those who say that they know of episodes. */
function playingEpisode({ shapes, query, now }: ApiCall, episode: EpisodePlay) {
  const isAskedFor = (query.text('additional_types') ?? '').split(',').includes('episode');
  return {
    context: null,
    timestamp: episode.startedAt,
    progress_ms: now - episode.startedAt,
    is_playing: true,
    item: isAskedFor ? episodeShape(shapes, episode) : null,
    currently_playing_type: 'episode',
    actions: { disallows: { resuming: true } },
  };
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
