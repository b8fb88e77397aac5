import type { Playlist, PlaylistEntry } from '../listeners/listener.types';
import { NAMED_LISTENERS } from '../listeners/roster';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { firstPage, page } from './paging';
import { checkedId } from './query';

export const PLAYLIST_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me/playlists',
    scopes: ['playlist-read-private'],
    handle: (call) =>
      page(call, call.world.listening.libraryOf(call.listener).playlists, (list) => call.shapes.simplePlaylist(list)),
  },
  { method: 'GET', path: '/playlists/:id', scopes: [], handle: wholePlaylist },
  {
    method: 'GET',
    path: '/playlists/:id/tracks',
    scopes: ['playlist-read-private'],
    closed: { since: '2026', status: 403 },
    handle: (call) => entries(call, 'track'),
  },
  {
    method: 'GET',
    path: '/playlists/:id/items',
    scopes: ['playlist-read-private'],
    handle: (call) => entries(call, 'item'),
  },
];

function wholePlaylist(call: ApiCall) {
  const list = readablePlaylist(call);
  const { shapes } = call;
  if (!mayReadEntries(call, list)) return shapes.simplePlaylist(list);
  const field = shapes.entriesField === 'items' ? 'item' : 'track';
  const shape = (entry: PlaylistEntry) => shapes.playlistEntry(entry, list.owner.id, field);
  const path = `/v1/playlists/${list.id}/${shapes.entriesField}`;
  return shapes.playlist(list, firstPage(call, path, list.entries, shape, 100));
}

function entries(call: ApiCall, field: 'track' | 'item') {
  const list = readablePlaylist(call);
  if (!mayReadEntries(call, list)) throw new ApiError(403, 'Forbidden');
  return page(call, list.entries, (entry) => call.shapes.playlistEntry(entry, list.owner.id, field));
}

/** Since 2026 the entries of other people's playlists are closed to most apps. */
function mayReadEntries({ world, listener }: ApiCall, list: Playlist): boolean {
  return list.owner.id === listener.id || !world.faults.isClosed('2026');
}

/** One's own playlist, a public one of a named listener, or one of the platform's. @throws ApiError 404 */
function readablePlaylist({ world, listener, params }: ApiCall): Playlist {
  const id = checkedId(params.id);
  const own = world.listening.libraryOf(listener).playlists;
  const others = () =>
    NAMED_LISTENERS.flatMap((other) => world.listening.libraryOf(other).playlists).filter((list) => list.public);
  const editorial = () => world.editorial.categories.map(({ playlist }) => playlist);
  const withId = (list: Playlist) => list.id === id;
  const list = own.find(withId) ?? others().find(withId) ?? editorial().find(withId);
  if (!list) throw new ApiError(404, 'Resource not found');
  return list;
}
