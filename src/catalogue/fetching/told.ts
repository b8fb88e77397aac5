import { isDeepStrictEqual } from 'node:util';
import { matchKey, normaliseName } from '../../common/text';
import type { PlatformAlbum, PlatformAlbumTrack } from '../../platform/answers/album';
import type { PlatformArtist } from '../../platform/answers/artist';
import type { PlatformAudioFeatures } from '../../platform/answers/audio-features';
import type { PlatformReference } from '../../platform/answers/common';
import type { PlatformTrack } from '../../platform/answers/track';
import type { Album } from '../album.schema';
import type { Artist } from '../artist.schema';
import type { AlbumReference, AlbumTrack, ArtistReference, AudioFeatures } from '../catalogue.types';
import type { Track } from '../track.schema';
import { answered, type Lookup, neverAsked } from './lookup';

/** What the platform tells of a track; its audio features are told elsewhere. */
export type ToldTrack = Omit<
  Track,
  '_id' | 'platform_id' | 'audio_features' | 'genres' | 'features_lookup' | 'same_as' | 'search'
>;
export type ToldArtist = Omit<Artist, '_id' | 'platform_id' | 'same_as'>;
export type ToldAlbum = Omit<Album, '_id' | 'platform_id' | 'same_as'>;

/** What every record of the catalogue says of what the platform has told. */
export interface KnownRecord {
  platform_id: string;
  fetched_at: Date;
  lookup: Lookup | null;
}

/** What was told at most so long ago is not noted again as long as it stays the same. */
const NOTED_MS = 24 * 3600_000;
/** Fields that differ with every answer. */
const OF_THE_ANSWER = new Set(['fetched_at', 'updated_at', 'lookup']);

/*
 * The platform's answers over what is known already. Which fields they carry depends on what the platform lets the app
 * see: one that is absent reads as 0, "" or [] and never takes the place of something better.
 */

export function tellTrack(known: Track | undefined, track: PlatformTrack, now: Date): ToldTrack {
  return {
    name: normaliseName(track.name) || (known?.name ?? ''),
    artists: better(track.artists.map(toReference), known?.artists),
    album: tellTrackAlbum(known?.album ?? null, track.album),
    duration_ms: track.durationMs || (known?.duration_ms ?? 0),
    disc_number: track.discNumber || (known?.disc_number ?? 0),
    track_number: track.trackNumber || (known?.track_number ?? 0),
    popularity: track.popularity || (known?.popularity ?? 0),
    explicit: track.explicit,
    preview_url: track.previewUrl ?? known?.preview_url ?? null,
    external_url: track.externalUrl || (known?.external_url ?? ''),
    fetched_at: now,
    updated_at: now,
    stub: false,
    lookup: answered(now),
  };
}

export function tellArtist(known: Artist | undefined, artist: PlatformArtist, now: Date): ToldArtist {
  const name = normaliseName(artist.name) || (known?.name ?? '');
  return {
    name,
    name_key: matchKey(name),
    genres: better(artist.genres, known?.genres),
    popularity: artist.popularity || (known?.popularity ?? 0),
    followers: artist.followers || (known?.followers ?? 0),
    images: better(artist.images, known?.images),
    external_url: artist.externalUrl || (known?.external_url ?? ''),
    fetched_at: now,
    updated_at: now,
    stub: false,
    lookup: answered(now),
  };
}

export function tellAlbum(known: Album | undefined, album: PlatformAlbum, now: Date): ToldAlbum {
  const name = normaliseName(album.name) || (known?.name ?? '');
  const artists = better(album.artists.map(toReference), known?.artists);
  const total_tracks = album.totalTracks || (known?.total_tracks ?? 0);
  const tracks = longerList(album.tracks.map(toAlbumTrack), known?.tracks, total_tracks);
  return {
    name,
    name_key: matchKey(name),
    artist_key: matchKey(artists[0]?.name ?? ''),
    album_type: album.albumType || (known?.album_type ?? ''),
    artists,
    images: better(album.images, known?.images),
    release_date: album.releaseDate || (known?.release_date ?? ''),
    total_tracks,
    tracks,
    tracks_lookup: tracks.length < total_tracks ? (known?.tracks_lookup ?? neverAsked(now)) : null,
    genres: better(album.genres, known?.genres),
    popularity: album.popularity || (known?.popularity ?? 0),
    external_url: album.externalUrl || (known?.external_url ?? ''),
    fetched_at: now,
    stub: false,
    lookup: answered(now),
  };
}

export function toAudioFeatures(told: PlatformAudioFeatures): AudioFeatures {
  return {
    danceability: told.danceability,
    energy: told.energy,
    key: told.key,
    loudness: told.loudness,
    mode: told.mode,
    speechiness: told.speechiness,
    acousticness: told.acousticness,
    instrumentalness: told.instrumentalness,
    liveness: told.liveness,
    valence: told.valence,
    tempo: told.tempo,
    duration_ms: told.durationMs,
    time_signature: told.timeSignature,
  };
}

function tellTrackAlbum(known: AlbumReference | null, album: PlatformTrack['album']): AlbumReference | null {
  if (album === null) return known;
  return {
    ...toReference(album),
    image_url: album.imageUrl || (known?.image_url ?? ''),
    release_date: album.releaseDate || (known?.release_date ?? ''),
  };
}

function toReference({ platformId, name }: PlatformReference): ArtistReference {
  return { platform_id: platformId, name: normaliseName(name) };
}

export function toAlbumTrack(track: PlatformAlbumTrack): AlbumTrack {
  return {
    ...toReference(track),
    disc_number: track.discNumber,
    track_number: track.trackNumber,
    duration_ms: track.durationMs,
  };
}

/** An album comes with its first tracks alone, of which the others may be known already. */
function longerList(told: AlbumTrack[], known: readonly AlbumTrack[] = [], total: number): AlbumTrack[] {
  return told.length < total && told.length < known.length ? [...known] : told;
}

function better<T>(told: readonly T[], known: readonly T[] | undefined): T[] {
  return [...(told.length > 0 ? told : (known ?? []))];
}

/** Whether the platform tells for the first time, or otherwise than before, whose a track is and of which album. */
export function isOtherIdentity(known: Track | undefined, told: ToldTrack): boolean {
  if (known === undefined || known.stub) return true;
  const identityOf = ({ artists, album }: Pick<Track, 'artists' | 'album'>): unknown[] =>
    [...artists, album].map((item) => [item?.platform_id, item?.name]);
  return !isDeepStrictEqual(identityOf(known), identityOf(told));
}

/** Whether an artist or an album shows anything new: a name, genres or pictures. */
export function showsOther<Shown extends Pick<Artist, 'name' | 'genres' | 'images'>>(
  known: Shown | undefined,
  { name, genres, images }: Shown,
): boolean {
  if (known === undefined) return true;
  return !isDeepStrictEqual([known.name, known.genres, known.images], [name, genres, images]);
}

/** Whether an album's list of tracks is another than before. */
export function listsOther(known: Album | undefined, { total_tracks, tracks }: ToldAlbum): boolean {
  if (tracks.length === 0) return false;
  return !isDeepStrictEqual([known?.total_tracks, known?.tracks], [total_tracks, tracks]);
}

/** Whether what the platform tells now is worth a write. */
export function isNews(known: KnownRecord | undefined, told: object, now: Date): boolean {
  // Whoever has claimed a record waits for the answer to be noted.
  if (known === undefined || known.lookup?.claim !== undefined) return true;
  if (now.getTime() - known.fetched_at.getTime() >= NOTED_MS) return true;
  const fields: Record<string, unknown> = { ...known };
  return Object.entries(told).some(
    ([name, value]) => !OF_THE_ANSWER.has(name) && !isDeepStrictEqual(fields[name], value),
  );
}
