import type { Track } from '../catalogue/catalogue.types';
import type { Device, EpisodePlay, Listener, MusicPlay, PlayContext } from './listener.types';
import { listenerDayOf } from './listener-day';
import type { Listening } from './listening';

const UPCOMING = 20;

export type RepeatMode = 'off' | 'track' | 'context';

/** What a listener's player is doing. */
export interface Playback {
  tracks: readonly Track[];
  /** Which of the tracks is current. */
  index: number;
  /** Tracks added by hand, to be played before the rest. */
  queued: readonly Track[];
  /** How far into the current track, at `at`. */
  progressMs: number;
  /** Unix milliseconds. */
  at: number;
  playing: boolean;
  device: Device;
  context: PlayContext | null;
  shuffle: boolean;
  repeat: RepeatMode;
}

/** The current track; null once a player has run out of tracks. */
export function currentTrack(playback: Playback): Track | null {
  return playback.tracks[playback.index] ?? null;
}

/** What comes after the current track, at most twenty. */
export function upcomingTracks({ queued, tracks, index }: Playback): Track[] {
  return [...queued, ...tracks.slice(index + 1)].slice(0, UPCOMING);
}

/** The player as it stands at a later instant: time passes, tracks end, the next ones begin. */
export function advance(playback: Playback, now: number): Playback {
  if (!playback.playing) return playback;
  let state = { ...playback, progressMs: playback.progressMs + Math.max(0, now - playback.at), at: now };
  for (let track = currentTrack(state); track && state.progressMs >= track.durationMs; track = currentTrack(state)) {
    const rest = state.progressMs - track.durationMs;
    state = { ...(state.repeat === 'track' ? state : following(state)), progressMs: rest };
  }
  return currentTrack(state) ? state : { ...state, playing: false, progressMs: 0 };
}

/** The player after the next track was asked for. */
export function skipToNext(playback: Playback): Playback {
  return { ...following(playback), progressMs: 0, playing: true };
}

/** The player after the previous track was asked for; the first track starts again. */
export function skipToPrevious(playback: Playback): Playback {
  return { ...playback, index: Math.max(0, playback.index - 1), progressMs: 0, playing: true };
}

function following(playback: Playback): Playback {
  const [first, ...queued] = playback.queued;
  if (first) {
    // A queued track is put behind the current one, so that "previous" finds its way back.
    const tracks = [
      ...playback.tracks.slice(0, playback.index + 1),
      first,
      ...playback.tracks.slice(playback.index + 1),
    ];
    return { ...playback, tracks, queued, index: playback.index + 1 };
  }
  const index = playback.index + 1;
  return { ...playback, index: index >= playback.tracks.length && playback.repeat === 'context' ? 0 : index };
}

/** The player of a listener who is in the middle of one of their plays; null when they are not. */
export function playbackFromHistory(listening: Listening, listener: Listener, now: number): Playback | null {
  const music = listening
    .playsOfDay(listener, listenerDayOf(listener, now))
    .filter((play): play is MusicPlay => play.kind === 'music');
  const index = music.findIndex((play) => play.startedAt <= now && now < play.endedAt);
  const play = music[index];
  if (!play) return null;
  return {
    tracks: music.slice(index, index + 1 + UPCOMING).map(({ track }) => track),
    index: 0,
    queued: [],
    progressMs: Math.min(now - play.startedAt, play.track.durationMs - 1),
    at: now,
    playing: true,
    device: play.device,
    context: play.context,
    shuffle: play.shuffle,
    repeat: 'off',
  };
}

/** The episode of a podcast that a listener is in the middle of; null when there is none. */
export function episodeFromHistory(listening: Listening, listener: Listener, now: number): EpisodePlay | null {
  return (
    listening
      .playsOfDay(listener, listenerDayOf(listener, now))
      .filter((play): play is EpisodePlay => play.kind === 'episode')
      .find((play) => play.startedAt <= now && now < play.endedAt) ?? null
  );
}
