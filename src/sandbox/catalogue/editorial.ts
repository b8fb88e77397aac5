import type { Playlist } from '../listeners/listener.types';
import { Random } from '../random';
import { platformId } from './base62';
import type { Album, Catalogue } from './catalogue.types';
import { GENRES } from './genres';

const EDITORS = { id: 'sandbox-editors', displayName: 'Sandbox Editors' };
const TRACKS_IN_LIST = 50;

export interface Category {
  id: string;
  name: string;
  playlist: Playlist;
}

/** What the platform's own staff would put together: a category and a playlist for each genre. */
export interface Editorial {
  categories: Category[];
  /** The newest albums first. */
  newReleases: Album[];
}

export function buildEditorial(seed: number, catalogue: Catalogue): Editorial {
  return {
    categories: GENRES.map((genre) => ({
      id: genre.replaceAll(' ', '-'),
      name: genre.charAt(0).toUpperCase() + genre.slice(1),
      playlist: genrePlaylist(seed, genre, catalogue),
    })),
    newReleases: [...catalogue.albums].sort((left, right) => right.releasedAt - left.releasedAt).slice(0, 100),
  };
}

function genrePlaylist(seed: number, genre: string, catalogue: Catalogue): Playlist {
  const random = new Random(seed, 'editorial', genre);
  const tracks = catalogue.artists
    .filter((artist) => artist.genres.includes(genre))
    .flatMap((artist) => artist.tracks.slice(0, 8));
  const addedAt = Date.UTC(2024, 0, 5);
  return {
    id: platformId(random),
    name: `All the ${genre} there is`,
    description: `The ${genre} of bands that do not exist.`,
    owner: EDITORS,
    public: true,
    collaborative: false,
    entries: random
      .shuffled(tracks)
      .slice(0, TRACKS_IN_LIST)
      .map((track) => ({ addedAt, track })),
  };
}
