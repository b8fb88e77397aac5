import type { Artist, Track } from '../catalogue/catalogue.types';
import { entryAt, type Random } from '../random';
import { playableTracks } from './library';
import type { Device, Library, Listener, PlayContext } from './listener.types';
import type { Taste } from './taste';

/** What a sitting is made of: where it was started from and what comes next in it. */
export interface Session {
  context: PlayContext | null;
  shuffle: boolean;
  device: Device;
  offline: boolean;
  incognito: boolean;
  /** The track to start at the given instant. */
  nextTrack(at: number): Track;
}

/** What is the matter with a day: who is played to death in it, and who is dear at the time. */
export interface DayMood {
  day: number;
  /** The artist of a binge, when the day has one. */
  binge: Artist | null;
  favourites: readonly Artist[];
}

/** Decides what the listener puts on: an album, an artist, a playlist, or whatever comes to mind. */
export function planSession(
  random: Random,
  listener: Listener,
  taste: Taste,
  library: Library,
  mood: DayMood,
): Session {
  const base = {
    device: entryAt(listener.devices, random.leaningIndex(listener.devices.length, 1.6)),
    offline: random.chance(0.03),
    incognito: random.chance(0.01),
  };
  const artist = mood.binge ?? (random.chance(0.3) ? random.pick(mood.favourites) : taste.artist(random, mood.day));
  const kind = mood.binge ? 1 : random.weightedIndex([3, 2, 3, 2]);

  if (kind === 0) {
    const album = random.pick(artist.albums);
    return { ...base, context: { type: 'album', id: album.id }, shuffle: false, nextTrack: inOrder(album.tracks, 0) };
  }
  if (kind === 1) {
    return {
      ...base,
      context: { type: 'artist', id: artist.id },
      shuffle: random.chance(0.5),
      nextTrack: (at) => taste.track(random, artist, at),
    };
  }
  const list = random.pick(library.playlists);
  const tracks = playableTracks(list);
  if (kind === 2 && tracks.length > 0) {
    const shuffle = random.chance(0.6);
    const start = random.integer(0, tracks.length - 1);
    const nextTrack = shuffle ? () => random.pick(tracks) : inOrder(tracks, start);
    return { ...base, context: { type: 'playlist', id: list.id }, shuffle, nextTrack };
  }
  const choose = (at: number) => taste.track(random, taste.artist(random, mood.day), at);
  return { ...base, context: null, shuffle: false, nextTrack: choose };
}

function inOrder(tracks: readonly Track[], start: number): () => Track {
  let position = start;
  return () => entryAt(tracks, position++ % tracks.length);
}
