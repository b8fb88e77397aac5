import type { Category } from '../catalogue/editorial';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { page } from './paging';

const PLAYLISTS_CLOSED = { since: '2024', status: 404 } as const;
const BROWSE_CLOSED = { since: '2026', status: 403 } as const;

export const BROWSE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/browse/new-releases',
    scopes: [],
    closed: BROWSE_CLOSED,
    handle: (call) => ({
      albums: page(call, call.world.editorial.newReleases, (album) => call.shapes.simpleAlbum(album)),
    }),
  },
  {
    method: 'GET',
    path: '/browse/featured-playlists',
    scopes: [],
    closed: PLAYLISTS_CLOSED,
    handle: (call) => ({
      message: 'Nothing here is real',
      playlists: playlistsOf(call, call.world.editorial.categories),
    }),
  },
  {
    method: 'GET',
    path: '/browse/categories',
    scopes: [],
    closed: BROWSE_CLOSED,
    handle: (call) => ({
      categories: page(call, call.world.editorial.categories, (category) => categoryShape(call, category)),
    }),
  },
  {
    method: 'GET',
    path: '/browse/categories/:id',
    scopes: [],
    closed: BROWSE_CLOSED,
    handle: (call) => categoryShape(call, namedCategory(call)),
  },
  {
    method: 'GET',
    path: '/browse/categories/:id/playlists',
    scopes: [],
    closed: PLAYLISTS_CLOSED,
    handle: (call) => {
      const category = namedCategory(call);
      return { message: category.name, playlists: playlistsOf(call, [category]) };
    },
  },
];

function playlistsOf(call: ApiCall, categories: readonly Category[]) {
  return page(call, categories, ({ playlist }) => call.shapes.simplePlaylist(playlist));
}

function categoryShape({ shapes }: ApiCall, { id, name }: Category) {
  return { href: shapes.apiUrl(`/v1/browse/categories/${id}`), icons: shapes.images('category', id), id, name };
}

function namedCategory({ world, params }: ApiCall): Category {
  const category = world.editorial.categories.find(({ id }) => id === params.id);
  if (!category) throw new ApiError(404, 'Specified id does not exist');
  return category;
}
