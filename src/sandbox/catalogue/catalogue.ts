import { entryAt, Random } from '../random';
import { platformId } from './base62';
import type { Album, Artist, Catalogue, Track } from './catalogue.types';
import { audioFeaturesOf, GENRES } from './genres';
import { albumName, artistName, AWKWARD_ARTISTS, labelName, SHOW_NAMES, trackTitle } from './names';

const ARTISTS = 300;
const ALBUMS = 900;
const TRACKS = 5_000;
const RELINKED = 40;
const FIRST_YEAR = 1968;
const LAST_YEAR = 2025;

/** Invents the whole catalogue of a seed: always the same artists, albums, tracks and ids. */
export function buildCatalogue(seed: number): Catalogue {
  const artists = buildArtists(seed);
  const sizes = albumSizes(new Random(seed, 'album-sizes'));
  const albums = sizes.map((size, index) => buildAlbum(seed, index, size, artists));
  const tracks = albums.flatMap((album) => album.tracks);
  for (const artist of artists) {
    artist.tracks.sort((left, right) => right.popularity - left.popularity);
    artist.albums.sort((left, right) => left.releasedAt - right.releasedAt);
  }
  const relinkedRandom = new Random(seed, 'relinked');
  return {
    artists,
    albums,
    tracks,
    shows: SHOW_NAMES.map((name, index) => ({ id: platformId(new Random(seed, 'show', index)), name })),
    artistById: byId(artists),
    albumById: byId(albums),
    trackById: byId(tracks),
    relinked: new Map(
      Array.from({ length: RELINKED }, () => [platformId(relinkedRandom), relinkedRandom.pick(tracks)] as const),
    ),
  };
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function buildArtists(seed: number): Artist[] {
  const names = new Set<string>();
  return Array.from({ length: ARTISTS }, (_, index) => {
    const random = new Random(seed, 'artist', index);
    // Every fifteenth band has an awkward name, so that each listener meets some.
    const awkward = index % 15 === 7 ? AWKWARD_ARTISTS[(index - 7) / 15] : undefined;
    const name = awkward ?? artistName(random, names);
    names.add(name);
    const home = index % GENRES.length;
    const genres = [entryAt(GENRES, home)];
    if (random.chance(0.6)) genres.push(entryAt(GENRES, (home + 1) % GENRES.length));
    if (random.chance(0.15)) genres.push(random.pick(GENRES.filter((genre) => !genres.includes(genre))));
    const popularity = Math.round(Math.min(95, Math.max(4, random.bell(48, 20))));
    return {
      id: platformId(random),
      name,
      genres,
      popularity,
      followers: Math.round(1.12 ** popularity * random.between(40, 120)),
      albums: [],
      tracks: [],
    };
  });
}

/** How many tracks each album has: four in ten are singles, and together they make the catalogue's size. */
function albumSizes(random: Random): number[] {
  const sizes = Array.from({ length: ALBUMS }, () =>
    random.chance(0.4) ? random.integer(1, 3) : random.integer(6, 10),
  );
  let surplus = sizes.reduce((sum, size) => sum + size, 0) - TRACKS;
  for (let index = 0; surplus !== 0; index = (index + 1) % ALBUMS) {
    const size = entryAt(sizes, index);
    if (size < 6) continue;
    const step = surplus > 0 && size > 6 ? -1 : surplus < 0 ? 1 : 0;
    sizes[index] = size + step;
    surplus += step;
  }
  return sizes;
}

function buildAlbum(seed: number, index: number, size: number, artists: readonly Artist[]): Album {
  const random = new Random(seed, 'album', index);
  const artist = entryAt(artists, index % artists.length);
  const year = Math.round(LAST_YEAR - (LAST_YEAR - FIRST_YEAR) * random.next() ** 2);
  const releasedAt = Date.UTC(year, random.integer(0, 11), random.integer(1, 28));
  const yearOnly = random.chance(0.06);
  const compilation = size >= 6 && random.chance(0.05);
  const album: Album = {
    id: platformId(random),
    name: '',
    type: size < 6 ? 'single' : compilation ? 'compilation' : 'album',
    artists: [artist],
    releaseDate: yearOnly ? String(year) : new Date(releasedAt).toISOString().slice(0, 10),
    releasePrecision: yearOnly ? 'year' : 'day',
    releasedAt,
    label: labelName(random),
    upc: String(random.integer(100_000_000, 999_999_999)).padStart(12, '0'),
    popularity: Math.max(1, artist.popularity - random.integer(0, 20)),
    tracks: [],
  };
  for (let number = 1; number <= size; number++) album.tracks.push(buildTrack(random, album, artist, number, artists));
  album.name = album.type === 'single' ? entryAt(album.tracks, 0).name : albumName(random, artist.name);
  artist.albums.push(album);
  artist.tracks.push(...album.tracks);
  return album;
}

function buildTrack(
  random: Random,
  album: Album,
  artist: Artist,
  trackNumber: number,
  artists: readonly Artist[],
): Track {
  const guests = random.chance(0.12) ? random.integer(1, 2) : 0;
  const others = artists.filter((other) => other !== artist);
  const id = platformId(random);
  return {
    id,
    name: trackTitle(random),
    album,
    artists: [artist, ...new Set(Array.from({ length: guests }, () => random.pick(others)))],
    durationMs: Math.round(Math.max(61_000, random.bell(218_000, 60_000))),
    explicit: random.chance(artist.genres.includes('hip hop') ? 0.5 : 0.06),
    trackNumber,
    popularity: Math.max(0, Math.min(100, artist.popularity - Math.round(random.next() ** 0.7 * 45))),
    isrc: `ZZPLG${album.releaseDate.slice(2, 4)}${String(random.integer(0, 99_999)).padStart(5, '0')}`,
    features: audioFeaturesOf(entryAt(artist.genres, 0), random),
  };
}
