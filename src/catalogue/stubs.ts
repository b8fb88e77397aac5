import { isBlank, matchKey } from '../common/text';
import type { Album } from './album.schema';
import type { Artist } from './artist.schema';
import { neverAsked } from './fetching/lookup';
import { isNameId, nameId } from './name-id';
import type { Track } from './track.schema';

/** A track as an export file names it. */
export interface NamedTrack {
  /** The platform's id; null where the file gives none. */
  trackId: string | null;
  /** '' where the file has no name. */
  trackName: string;
  artistName: string;
  albumName: string;
}

/** New records without an id of the database. */
export interface Stubs {
  tracks: Omit<Track, '_id'>[];
  artists: Omit<Artist, '_id'>[];
  albums: Omit<Album, '_id'>[];
}

/** The records that tracks, their artists and their albums get where nothing more is known, each once. */
export function stubsOf(named: Iterable<NamedTrack>, now: Date): Stubs {
  const tracks = new Map<string, Omit<Track, '_id'>>();
  const artists = new Map<string, Omit<Artist, '_id'>>();
  const albums = new Map<string, Omit<Album, '_id'>>();
  for (const { trackId, trackName, artistName, albumName } of named) {
    const artist = isBlank(artistName)
      ? null
      : once(artists, artistName, () => artistStub(nameId(artistName), artistName, now));
    const album = isBlank(albumName)
      ? null
      : once(albums, `${artistName}\n${albumName}`, () =>
          albumStub(nameId(artistName, albumName), albumName, artistName, artist, now),
        );
    const id = trackId ?? nameId(artistName, trackName);
    once(tracks, id, () => trackStub(id, trackName, artist, album, now));
  }
  return {
    tracks: [...tracks.values()],
    artists: uniqueById(artists.values()),
    albums: uniqueById(albums.values()),
  };
}

/** An artist of whom the name alone is known, and perhaps the platform's id. */
export function artistStub(platformId: string, name: string, now: Date): Omit<Artist, '_id'> {
  return {
    platform_id: platformId,
    name,
    name_key: matchKey(name),
    genres: [],
    popularity: 0,
    followers: 0,
    images: [],
    external_url: '',
    fetched_at: now,
    updated_at: now,
    stub: true,
    same_as: null,
    lookup: isNameId(platformId) ? null : neverAsked(now),
  };
}

type Named = Pick<Artist, 'platform_id' | 'name'>;

/** An album of which the names alone are known, and perhaps the platform's id. */
export function albumStub(
  platformId: string,
  name: string,
  artistName: string,
  artist: Named | null,
  now: Date,
): Omit<Album, '_id'> {
  return {
    platform_id: platformId,
    name,
    name_key: matchKey(name),
    artist_key: matchKey(artistName),
    album_type: '',
    artists: referenceTo(artist),
    images: [],
    release_date: '',
    total_tracks: 0,
    tracks: [],
    tracks_lookup: null,
    genres: [],
    popularity: 0,
    external_url: '',
    fetched_at: now,
    stub: true,
    same_as: null,
    lookup: isNameId(platformId) ? null : neverAsked(now),
  };
}

function trackStub(id: string, name: string, artist: Named | null, album: Named | null, now: Date): Omit<Track, '_id'> {
  const toAsk = isNameId(id)
    ? { search: neverAsked(now) }
    : { lookup: neverAsked(now), features_lookup: neverAsked(now) };
  return {
    platform_id: id,
    name,
    artists: referenceTo(artist),
    album:
      album === null ? null : { platform_id: album.platform_id, name: album.name, image_url: '', release_date: '' },
    duration_ms: 0,
    disc_number: 0,
    track_number: 0,
    popularity: 0,
    explicit: false,
    preview_url: null,
    external_url: '',
    audio_features: null,
    genres: [],
    fetched_at: now,
    updated_at: now,
    stub: true,
    same_as: null,
    lookup: null,
    features_lookup: null,
    search: null,
    ...toAsk,
  };
}

function referenceTo(artist: Named | null): Track['artists'] {
  return artist === null ? [] : [{ platform_id: artist.platform_id, name: artist.name }];
}

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  let value = made.get(key);
  if (value === undefined) {
    value = make();
    made.set(key, value);
  }
  return value;
}

/** Two spellings of one name have one id. */
function uniqueById<T extends { platform_id: string }>(stubs: Iterable<T>): T[] {
  const unique = new Map<string, T>();
  for (const stub of stubs) once(unique, stub.platform_id, () => stub);
  return [...unique.values()];
}
