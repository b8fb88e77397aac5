import type { Album, Artist, Track } from '../catalogue/catalogue.types';
import { NAMED_LISTENERS } from '../listeners/roster';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { page } from './paging';
import { matchesSearch, parseSearch, type Search } from './search-query';

const SIZE = { fallback: 5, max: 10 };
const TYPES = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'];

export const SEARCH_ROUTES: readonly ApiRoute[] = [{ method: 'GET', path: '/search', scopes: [], handle: search }];

function search(call: ApiCall): unknown {
  const wanted = parseSearch(call.query.required('q'));
  const types = call.query.required('type').split(',');
  if (types.some((type) => !TYPES.includes(type))) throw new ApiError(400, 'Bad search type field');
  return Object.fromEntries(types.map((type) => [`${type}s`, pageOf(call, type, wanted)]));
}

function pageOf(call: ApiCall, type: string, wanted: Search) {
  const { shapes, world } = call;
  const { tracks, artists, albums } = world.listening.catalogue;
  switch (type) {
    case 'track':
      return page(
        call,
        tracks.filter((track) => isWantedTrack(track, wanted)),
        (track) => shapes.track(track),
        SIZE,
      );
    case 'artist':
      return page(
        call,
        artists.filter((artist) => isWantedArtist(artist, wanted)),
        (artist) => shapes.artist(artist),
        SIZE,
      );
    case 'album':
      return page(
        call,
        albums.filter((album) => isWantedAlbum(album, wanted)),
        (album) => shapes.simpleAlbum(album),
        SIZE,
      );
    case 'playlist': {
      const shared = NAMED_LISTENERS.flatMap((other) =>
        world.listening.libraryOf(other).playlists.filter((list) => list.public),
      );
      const lists = [...world.editorial.categories.map(({ playlist }) => playlist), ...shared];
      return page(
        call,
        lists.filter(({ name }) => matchesSearch(wanted, { text: name })),
        (list) => shapes.simplePlaylist(list),
        SIZE,
      );
    }
    default:
      // The sandbox has no episodes or audiobooks to find.
      return page(call, [], (nothing) => nothing, SIZE);
  }
}

function isWantedTrack({ name, album, artists }: Track, wanted: Search): boolean {
  const artist = namesOf(artists);
  return matchesSearch(wanted, {
    text: `${name} ${artist}`,
    track: name,
    artist,
    album: album.name,
    genre: genresOf(artists),
    year: album.releaseDate.slice(0, 4),
  });
}

function isWantedArtist({ name, genres }: Artist, wanted: Search): boolean {
  return matchesSearch(wanted, { text: name, artist: name, genre: genres.join(' ') });
}

function isWantedAlbum({ name, artists, releaseDate }: Album, wanted: Search): boolean {
  const artist = namesOf(artists);
  return matchesSearch(wanted, { text: `${name} ${artist}`, album: name, artist, year: releaseDate.slice(0, 4) });
}

function namesOf(artists: readonly Artist[]): string {
  return artists.map(({ name }) => name).join(' ');
}

function genresOf(artists: readonly Artist[]): string {
  return artists.flatMap(({ genres }) => genres).join(' ');
}
