import type { ArtistReference, AudioFeatures } from '../../catalogue/catalogue.types';
import { matchKey, normaliseName } from '../../common/text';
import type { PlatformAlbum } from '../../platform/answers/album';
import type { PlatformArtist } from '../../platform/answers/artist';
import type { PlatformAudioFeatures } from '../../platform/answers/audio-features';
import type { PlatformReference } from '../../platform/answers/common';
import type { PlatformTrack } from '../../platform/answers/track';
import type { Upsert } from './upsert-all';

/** A track as the platform tells it. Its measures are told elsewhere and stay. */
export function trackUpsert(track: PlatformTrack, now: Date): Upsert {
  const { album } = track;
  const set = {
    name: normaliseName(track.name),
    artists: track.artists.map(toReference),
    album:
      album === null ? null : { ...toReference(album), image_url: album.imageUrl, release_date: album.releaseDate },
    duration_ms: track.durationMs,
    popularity: track.popularity,
    explicit: track.explicit,
    preview_url: track.previewUrl,
    external_url: track.externalUrl,
    fetched_at: now,
    updated_at: now,
    stub: false,
  };
  return { platformId: track.platformId, set, setOnInsert: { audio_features: null, genres: [] } };
}

/** The artists that tracks name, as stubs: what else there is to say of them stays, or is still to be fetched. */
export function artistStubUpserts(tracks: readonly PlatformTrack[], now: Date): Upsert[] {
  const artists = tracks.flatMap((track) => track.artists).filter(({ platformId }) => platformId !== '');
  return uniqueById(artists).map(({ platformId, name }) => {
    const setOnInsert = {
      name: normaliseName(name),
      name_key: matchKey(name),
      genres: [],
      popularity: 0,
      followers: 0,
      images: [],
      external_url: '',
      fetched_at: now,
      updated_at: now,
      stub: true,
    };
    return { platformId, setOnInsert };
  });
}

/** The albums that tracks name, with as much of them as tracks tell, as stubs. */
export function albumStubUpserts(tracks: readonly PlatformTrack[], now: Date): Upsert[] {
  const albums = tracks.flatMap(({ album, artists }) => (album === null ? [] : [{ ...album, artists }]));
  return uniqueById(albums.filter(({ platformId }) => platformId !== '')).map((album) => {
    const setOnInsert = {
      name: normaliseName(album.name),
      name_key: matchKey(album.name),
      artist_key: matchKey(album.artists[0]?.name ?? ''),
      album_type: '',
      artists: album.artists.slice(0, 1).map(toReference),
      images: album.imageUrl === '' ? [] : [{ url: album.imageUrl, height: null, width: null }],
      release_date: album.releaseDate,
      total_tracks: 0,
      genres: [],
      popularity: 0,
      external_url: '',
      fetched_at: now,
      stub: true,
    };
    return { platformId: album.platformId, setOnInsert };
  });
}

export function artistUpsert(artist: PlatformArtist, now: Date): Upsert {
  const set = {
    name: normaliseName(artist.name),
    name_key: matchKey(artist.name),
    genres: artist.genres,
    popularity: artist.popularity,
    followers: artist.followers,
    images: artist.images,
    external_url: artist.externalUrl,
    fetched_at: now,
    updated_at: now,
    stub: false,
  };
  return { platformId: artist.platformId, set };
}

export function albumUpsert(album: PlatformAlbum, now: Date): Upsert {
  const set = {
    name: normaliseName(album.name),
    name_key: matchKey(album.name),
    artist_key: matchKey(album.artists[0]?.name ?? ''),
    album_type: album.albumType,
    artists: album.artists.map(toReference),
    images: album.images,
    release_date: album.releaseDate,
    total_tracks: album.totalTracks,
    genres: album.genres,
    popularity: album.popularity,
    external_url: album.externalUrl,
    fetched_at: now,
    stub: false,
  };
  return { platformId: album.platformId, set };
}

export function toAudioFeatures(told: PlatformAudioFeatures): AudioFeatures {
  const { danceability, energy, key, loudness, mode, speechiness, acousticness, instrumentalness } = told;
  const { liveness, valence, tempo, durationMs: duration_ms, timeSignature: time_signature } = told;
  return {
    danceability,
    energy,
    key,
    loudness,
    mode,
    speechiness,
    acousticness,
    instrumentalness,
    liveness,
    valence,
    tempo,
    duration_ms,
    time_signature,
  };
}

function toReference({ platformId, name }: PlatformReference): ArtistReference {
  return { platform_id: platformId, name: normaliseName(name) };
}

export function uniqueById<T extends { platformId: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.platformId, item])).values()];
}
