import { AWKWARD_ARTISTS, AWKWARD_TITLES, inventId, inventName, SHARED_ALBUMS, SHARED_TRACKS } from './names';
import type { Random } from './random';

/** Something that can be played. `id` is null for a local file, `artist` and `album` where the export has null. */
export interface Song {
  id: string | null;
  name: string;
  artist: string | null;
  album: string | null;
  durationMs: number;
}

export interface Artist {
  name: string;
  songs: Song[];
}

export interface Catalogue {
  /** Most played first. */
  artists: Artist[];
  /** Four songs that are played equally often: two differ in listening time, two only in name. */
  tied: Song[];
  local: Song[];
  /** Songs whose artist and album the export does not know. */
  anonymous: Song[];
  /** A song whose name has exactly 1,000 characters, the longest that is accepted. */
  longest: Song;
}

/** Songs are the same to a listener when their artist and name are, whatever their ids: the key of that. */
export function songKey(song: Song): string {
  return `${song.artist ?? ''}\n${song.name}`.normalize('NFC').toLowerCase();
}

function makeArtist(random: Random, name: string, awkward: boolean): Artist {
  const artist: Artist = { name, songs: [] };
  const titles = new Set<string>();
  const albums = random.between(1, 6);
  for (let a = 0; a < albums; a += 1) {
    const sharedAlbum = random.chance(0.15);
    let album = sharedAlbum ? random.pick(SHARED_ALBUMS) : inventName(random, titles);
    if (awkward && a === 0) album = random.pick(AWKWARD_TITLES);
    const tracks = random.between(3, 10);
    for (let t = 0; t < tracks; t += 1) {
      let title = random.chance(0.08) ? random.pick(SHARED_TRACKS) : inventName(random, titles);
      if (awkward && random.chance(0.3)) title = random.pick(AWKWARD_TITLES);
      const song = {
        id: inventId(random),
        name: title,
        artist: name,
        album,
        durationMs: random.between(95_000, 420_000),
      };
      artist.songs.push(song);
      // A reissue: the same recording once more under another id.
      if (random.chance(0.04)) artist.songs.push({ ...song, id: inventId(random), album: `${album} (Deluxe)` });
    }
  }
  return artist;
}

/**
 * Makes about 22 songs an artist. With `awkward`, every second of the best-known artists carries a name that has
 * broken trackers, so that such names reach the top lists.
 */
export function makeCatalogue(random: Random, artistCount: number, awkward: boolean): Catalogue {
  const taken = new Set<string>();
  const artists: Artist[] = [];
  const waiting = awkward ? [...AWKWARD_ARTISTS] : [];
  for (let i = 0; i < artistCount; i += 1) {
    const special = i % 2 === 1 ? waiting.shift() : undefined;
    artists.push(makeArtist(random, special ?? inventName(random, taken), special !== undefined));
  }
  const own = (
    id: string | null,
    name: string,
    artist: string | null,
    album: string | null,
    durationMs: number,
  ): Song => ({
    id,
    name,
    artist,
    album,
    durationMs,
  });
  return {
    artists,
    tied: [
      own(inventId(random), 'Even A', 'Tied A', 'Level A', 200_000),
      own(inventId(random), 'Even B', 'Tied B', 'Level B', 200_000),
      own(inventId(random), 'Even C', 'Tied C', 'Level C', 210_000),
      own(inventId(random), 'Even D', 'Tied D', 'Level D', 190_000),
    ],
    local: Array.from({ length: 40 }, (_, i) => own(null, `Tape ${i + 1}`, 'Home Recordings', null, 180_000 + i * 137)),
    anonymous: Array.from({ length: 40 }, (_, i) =>
      own(inventId(random), `Found Sound ${i + 1}`, null, null, 150_000 + i * 139),
    ),
    longest: own(inventId(random), 'Longs'.repeat(200), 'Patience', 'Endurance', 240_000),
  };
}

/** Draws ranks 0 to n - 1 with probability proportional to 1 / (rank + 1) ^ exponent. */
export function zipf(n: number, exponent: number): (random: Random) => number {
  const cumulative: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= n; rank += 1) {
    sum += 1 / rank ** exponent;
    cumulative.push(sum);
  }
  return (random) => {
    const target = random.next() * sum;
    let low = 0;
    let high = n - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? sum) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
