import { wholeSeconds } from '../timestamps';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { albumShape } from './catalogue.routes';
import { page } from './paging';

export const LIBRARY_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/me/following', scopes: ['user-follow-read'], handle: followedArtists },
  {
    method: 'GET',
    path: '/me/albums',
    scopes: ['user-library-read'],
    handle: (call) =>
      page(call, call.world.listening.libraryOf(call.listener).savedAlbums, ({ addedAt, album }) => ({
        added_at: wholeSeconds(addedAt),
        album: albumShape(call, album),
      })),
  },
  {
    method: 'GET',
    path: '/me/tracks',
    scopes: ['user-library-read'],
    handle: (call) =>
      page(call, call.world.listening.libraryOf(call.listener).savedTracks, ({ addedAt, track }) => ({
        added_at: wholeSeconds(addedAt),
        track: call.shapes.track(track),
      })),
  },
];

/** Followed artists, paged by the id of the last artist seen. */
function followedArtists(call: ApiCall): unknown {
  const { query, world, listener, shapes, path } = call;
  if (query.required('type') !== 'artist') throw new ApiError(400, 'Invalid type');
  const limit = query.integer('limit', { min: 1, max: 50 }, 20);
  const { followed } = world.listening.libraryOf(listener);
  const start = followed.findIndex(({ id }) => id === query.text('after')) + 1;
  const artists = followed.slice(start, start + limit);
  const last = start + limit < followed.length ? (artists.at(-1)?.id ?? null) : null;
  const link = (cursor: string) => `${shapes.apiUrl(path)}?type=artist&limit=${limit}${cursor}`;
  return {
    artists: {
      href: link(''),
      limit,
      next: last === null ? null : link(`&after=${last}`),
      cursors: { after: last },
      total: followed.length,
      items: artists.map((artist) => shapes.artist(artist)),
    },
  };
}
