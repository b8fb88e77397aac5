import type { Device, EpisodePlay, Listener } from './listener.types';
import type { Listening } from './listening';
import { advance, currentTrack, episodeFromHistory, type Playback, playbackFromHistory } from './playback';

/** A player that was paused by hand is forgotten after this long. */
const IDLE_MS = 30 * 60_000;
const TRACKS_TO_RESUME = 10;

/**
 * The players of all listeners. A player follows its listener's plays until an app takes it over; it returns to them
 * when the app's tracks have run out. Commands change nothing of what the recently-played feed shows.
 */
export class Players {
  private readonly controlled = new Map<string, Playback>();
  private readonly volumes = new Map<string, number>();

  constructor(private readonly listening: Listening) {}

  /** What the listener's player does with tracks at the instant; null when none is loaded. */
  current(listener: Listener, now: number): Playback | null {
    const controlled = this.controlled.get(listener.id);
    if (controlled) {
      const state = advance(controlled, now);
      if (currentTrack(state) && (state.playing || now - state.at < IDLE_MS)) return state;
      this.controlled.delete(listener.id);
    }
    return playbackFromHistory(this.listening, listener, now);
  }

  /** The episode of a podcast that plays at the instant; null when a track plays, or nothing. */
  currentEpisode(listener: Listener, now: number): EpisodePlay | null {
    return this.current(listener, now) === null ? episodeFromHistory(this.listening, listener, now) : null;
  }

  /** What a bare "play" would resume on the device: the last tracks heard. */
  resumable(listener: Listener, now: number, device: Device): Playback {
    const tracks = this.listening.feedAt(listener, now, TRACKS_TO_RESUME).map(({ track }) => track);
    const state = { tracks, index: 0, queued: [], progressMs: 0, at: now, playing: false, device };
    return { ...state, context: null, shuffle: false, repeat: 'off' };
  }

  /** Hands the player over to an app. */
  take(listener: Listener, playback: Playback): void {
    this.controlled.set(listener.id, playback);
  }

  /** The device a command goes to when it names none: the one in use, else the listener's first. */
  activeDevice(listener: Listener, now: number): Device | null {
    const inUse = this.current(listener, now) ?? this.currentEpisode(listener, now);
    return inUse?.device ?? listener.devices[0] ?? null;
  }

  /** The listener's devices with the volumes they were last set to. */
  devicesOf(listener: Listener): Device[] {
    return listener.devices.map((device) => ({
      ...device,
      volumePercent: this.volumes.get(device.id) ?? device.volumePercent,
    }));
  }

  setVolume(device: Device, percent: number): void {
    this.volumes.set(device.id, percent);
  }

  /** Gives all players back to their listeners. */
  reset(): void {
    this.controlled.clear();
    this.volumes.clear();
  }
}
