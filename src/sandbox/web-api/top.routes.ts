import { isTimeRange, type TopItems } from '../listeners/top-items';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { page } from './paging';

const SCOPES = ['user-top-read'];

export const TOP_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me/top/artists',
    scopes: SCOPES,
    handle: (call) => page(call, topItems(call).artists, (artist) => call.shapes.artist(artist)),
  },
  {
    method: 'GET',
    path: '/me/top/tracks',
    scopes: SCOPES,
    handle: (call) => page(call, topItems(call).tracks, (track) => call.shapes.track(track)),
  },
];

function topItems({ query, world, listener, now }: ApiCall): TopItems {
  const range = query.text('time_range') ?? 'medium_term';
  if (!isTimeRange(range)) throw new ApiError(400, 'Invalid time range');
  return world.topLists.of(listener, range, now);
}
