import { Types } from 'mongoose';
import type { SignedIn, TestApp } from '../test-app';
import { fold } from '../oracle/names';
import { seeded } from './seeded';

export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'UTC',
];
const SPELLINGS = [
  'Café Tacvba',
  'CAFÉ TACVBA',
  'Sigur Rós',
  'Beyoncé',
  'Straße',
  'ﬁne Young',
  'İstanbul',
  '東京事変',
  '',
  'The  Band',
];
const GENRES = ['Rock', 'rock', 'Indie Pop', 'jazz', 'Hip-Hop, Rap', 'ambient'];
export const ARTISTS = 60;
const TRACKS_AN_ARTIST = 12;
const TRACKS_AN_ALBUM = 4;
const DAY = 86_400_000;

export const artistId = (number: number): string => `artist${number}`.padEnd(22, 'a');
export const albumId = (number: number): string => `album${number}`.padEnd(22, 'b');
export const trackId = (number: number): string => `track${number}`.padEnd(22, 'c');

/** What a track is, by its number. */
export function trackOf(number: number) {
  const artist = Math.floor(number / TRACKS_AN_ARTIST);
  const album = Math.floor(number / TRACKS_AN_ALBUM);
  const artistName = SPELLINGS[artist] ?? `Artist ${artist % 45}`;
  return {
    artist,
    album,
    artistName,
    name: number % 50 === 7 ? '' : `Song ${number % 300} ${number % 9 === 0 ? 'Été' : ''}`.trim(),
    albumName: number % 40 < 4 ? '' : `Album ${album % 70}`,
    /** Whether the catalogue knows it. */
    isKnown: number % 5 !== 0,
    featured: number % 7 === 0 ? [(artist + 1) % ARTISTS, ARTISTS + 1] : [],
  };
}

/** Puts plays of nearly three years, up to today, into the database, and what the catalogue knows of their tracks. */
export async function seedHistory(api: TestApp, { userId }: SignedIn, plays: number, seed = 1): Promise<void> {
  const random = seeded(seed);
  const now = Date.now();
  const rows = [];
  const taken = new Set<string>();
  let at = now - 1_050 * DAY;
  let former = 0;
  const step = (1_050 * DAY) / plays;
  while (rows.length < plays) {
    // In sessions, with long pauses between, and now and then two at the same time.
    const pause = random() < 0.85 ? random() * 300_000 : step * 6.5 * 2 * random();
    at = Math.min(random() < 0.02 ? at : at + Math.floor(pause), now - 1);
    // Often the one behind the one before, so that some albums are played whole.
    const track =
      random() < 0.6 && former % TRACKS_AN_ALBUM < TRACKS_AN_ALBUM - 1
        ? former + 1
        : Math.floor(random() ** 2 * ARTISTS * TRACKS_AN_ARTIST);
    if (taken.has(`${track} ${at}`)) {
      at -= 1;
      continue;
    }
    taken.add(`${track} ${at}`);
    former = track;
    const { name, albumName, artistName } = trackOf(track);
    const spelt = random() < 0.1 ? artistName.toUpperCase() : artistName;
    const context = random() < 0.5 ? '' : `spotify:playlist:${Math.floor(random() * 5)},x`;
    rows.push({
      _id: new Types.ObjectId(),
      user_id: userId,
      track: {
        platform_id: trackId(track),
        name,
        artist_name: spelt,
        album_name: albumName,
        album_image_url: '',
        duration_ms: 120_000 + (track % 20) * 10_000,
      },
      played_at: new Date(at),
      ms_played: random() < 0.2 ? null : Math.floor(random() < 0.15 ? random() * 30_000 : 30_000 + random() * 240_000),
      source: random() < 0.3 ? 'api' : 'import',
      context_type: context === '' ? '' : 'playlist',
      context_uri: context,
      artist_key: fold(spelt),
      track_key: fold(name),
      seen: rows.length % 6 === 0 ? { api: new Date(at), extended: new Date(at) } : {},
    });
  }
  for (let start = 0; start < rows.length; start += 2_000)
    await api.db.collection('listening_history').insertMany(rows.slice(start, start + 2_000));
}

/** What the catalogue knows of an album's tracks: all of them, some, or, where their number is 0, nothing at all. */
function listOf(album: number) {
  const first = album * TRACKS_AN_ALBUM;
  const [total_tracks = 0, listed = 0] =
    [
      [4, 4],
      [5, 4],
      [3, 3],
      [0, 0],
      [2, 2],
      [4, 4],
    ][album % 6] ?? [];
  const tracks = Array.from({ length: listed }, (_, place) => ({
    platform_id: trackId(first + place),
    name: `Track ${place + 1} of ${album}`,
    // The last one is the first of another disc.
    disc_number: place === 3 ? 2 : 1,
    track_number: place === 3 ? 1 : place + 1,
    duration_ms: 40_000 + ((first + place) % 7) * 20_000,
  }));
  return { total_tracks, tracks: tracks.reverse() };
}

/** What the catalogue knows, of all users' tracks. */
export async function seedCatalogue(api: TestApp): Promise<void> {
  const common = { stub: false, lookup: null, same_as: null, fetched_at: new Date(), updated_at: new Date() };
  const known = Array.from({ length: ARTISTS * TRACKS_AN_ARTIST }, (_, number) => ({ number, ...trackOf(number) }));
  const nameOf = (artist: number): string =>
    artist > ARTISTS ? 'Only Featured' : trackOf(artist * TRACKS_AN_ARTIST).artistName;
  const referenceTo = (artist: number) => ({ platform_id: artistId(artist), name: nameOf(artist) });
  await api.db.collection('tracks').insertMany(
    known
      .filter(({ isKnown }) => isKnown)
      .map(({ number, artist, album, albumName, name, featured }) => ({
        ...common,
        platform_id: trackId(number),
        name,
        artists: [artist, ...featured].map(referenceTo),
        album: { platform_id: albumId(album), name: albumName, image_url: `track-${album}.jpg`, release_date: '' },
        duration_ms: 0,
        audio_features: null,
      })),
  );
  await api.db.collection('albums').insertMany(
    Array.from({ length: (ARTISTS * TRACKS_AN_ARTIST) / TRACKS_AN_ALBUM }, (_, album) => ({
      ...common,
      platform_id: albumId(album),
      name: trackOf(album * TRACKS_AN_ALBUM).albumName,
      ...{ artists: [], images: [], genres: [] },
      ...listOf(album),
    })).filter(({ total_tracks }) => total_tracks > 0),
  );
  await api.db.collection('artists').insertMany(
    [...Array.from({ length: ARTISTS }, (_, artist) => artist), ARTISTS + 1].map((artist) => ({
      ...common,
      ...referenceTo(artist),
      name_key: fold(nameOf(artist)),
      genres: GENRES.filter((_, index) => (artist * 7 + index * 5) % 4 === 0),
      images: artist % 3 === 0 ? [] : [{ url: `artist-${artist}.jpg`, width: 1, height: 1 }],
    })),
  );
}
