import { platformId } from '../catalogue/base62';
import type { Catalogue, Track } from '../catalogue/catalogue.types';
import { playlistName } from '../catalogue/names';
import { entryAt, Random } from '../random';
import type { Library, Listener, Playlist, PlaylistEntry } from './listener.types';
import type { Taste } from './taste';

const LIBRARY_EPOCH = Date.UTC(2015, 0, 1);
const LIBRARY_SPAN = Date.UTC(2026, 0, 1) - LIBRARY_EPOCH;

/** What a listener keeps: playlists, followed artists, saved albums and tracks. The same for ever. */
export function libraryOf(seed: number, listener: Listener, taste: Taste, catalogue: Catalogue): Library {
  if (listener.playsPerDay === 0) return { playlists: [], followed: [], savedAlbums: [], savedTracks: [] };
  const random = new Random(seed, 'library', listener.id);
  const circle = taste.ranked.slice(0, 60);
  const savedAlbums = circle
    .flatMap((artist) => artist.albums)
    .filter((album) => album.type !== 'single' && random.chance(0.6))
    .map((album) => ({ album, addedAt: addedAt(random) }));
  const savedTracks = circle
    .flatMap((artist) => artist.tracks.slice(0, 4))
    .filter(() => random.chance(0.5))
    .map((track) => ({ track, addedAt: addedAt(random) }));
  return {
    playlists: Array.from({ length: random.integer(4, 8) }, (_, index) =>
      playlist(random, listener, taste, catalogue, index),
    ),
    followed: circle.filter((_, rank) => random.chance(rank < 20 ? 0.9 : 0.4)),
    savedAlbums: newestFirst(savedAlbums),
    savedTracks: newestFirst(savedTracks),
  };
}

function playlist(random: Random, listener: Listener, taste: Taste, catalogue: Catalogue, index: number): Playlist {
  const tracks = Array.from({ length: random.integer(12, 130) }, () => {
    const artist = entryAt(taste.ranked, random.leaningIndex(90, 1.5));
    return taste.track(random, artist, Number.POSITIVE_INFINITY);
  });
  const entries = [...new Set(tracks)].map((track): PlaylistEntry => ({ addedAt: addedAt(random), track }));
  // The first playlist has grown over the years: it holds what clients must be able to skip or follow.
  if (index === 0) entries.splice(3, 0, ...oldEntries(random, catalogue));
  return {
    id: platformId(random),
    name: playlistName(random),
    description: random.chance(0.5) ? `Kept by ${listener.displayName}, who does not exist.` : '',
    owner: { id: listener.id, displayName: listener.displayName },
    public: random.chance(0.6),
    collaborative: index === 1,
    entries,
  };
}

/** A relinked track, a file of the listener's own, and a track that is gone. */
function oldEntries(random: Random, catalogue: Catalogue): PlaylistEntry[] {
  const [linkedFrom, track] = random.pick([...catalogue.relinked]);
  return [
    { addedAt: addedAt(random), track, linkedFrom },
    {
      addedAt: addedAt(random),
      track: null,
      localFile: { artist: 'My Own Garage Band', name: 'rehearsal_03.mp3', durationMs: 187_000 },
    },
    { addedAt: addedAt(random), track: null },
  ];
}

/** The tracks of a playlist that can be played, in its order. */
export function playableTracks(list: Playlist): Track[] {
  return list.entries.flatMap(({ track }) => (track ? [track] : []));
}

function addedAt(random: Random): number {
  return LIBRARY_EPOCH + Math.floor(random.next() * (LIBRARY_SPAN / 1_000)) * 1_000;
}

function newestFirst<Item extends { addedAt: number }>(items: Item[]): Item[] {
  return items.sort((left, right) => right.addedAt - left.addedAt);
}
