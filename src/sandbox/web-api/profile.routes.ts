import type { ApiRoute } from './api-route';

export const PROFILE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me',
    scopes: [],
    handle: ({ shapes, listener, scopes }) => shapes.profile(listener, scopes),
  },
];
