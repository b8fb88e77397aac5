import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../world';
import { ApiError } from './api-error';
import type { ApiRoute } from './api-route';
import { bearerOf } from './bearer';
import { BROWSE_ROUTES } from './browse.routes';
import { CATALOGUE_ROUTES } from './catalogue.routes';
import { LIBRARY_ROUTES } from './library.routes';
import { withoutFields } from './missing-fields';
import { PLAYER_CONTROL_ROUTES } from './player-control.routes';
import { PLAYER_ROUTES } from './player.routes';
import { PLAYLIST_ROUTES } from './playlists.routes';
import { PROFILE_ROUTES } from './profile.routes';
import { Query } from './query';
import { RECENTLY_PLAYED_ROUTES } from './recently-played.routes';
import { RECOMMENDATION_ROUTES } from './recommendations.routes';
import { SEARCH_ROUTES } from './search.routes';
import { Shapes } from './shapes';
import { TOP_ROUTES } from './top.routes';

const ROUTES: readonly ApiRoute[] = [
  ...PROFILE_ROUTES,
  ...RECENTLY_PLAYED_ROUTES,
  ...TOP_ROUTES,
  ...CATALOGUE_ROUTES,
  ...PLAYLIST_ROUTES,
  ...LIBRARY_ROUTES,
  ...PLAYER_ROUTES,
  ...PLAYER_CONTROL_ROUTES,
  ...BROWSE_ROUTES,
  ...RECOMMENDATION_ROUTES,
  ...SEARCH_ROUTES,
];

/** The Web API, to be registered under `/v1`. */
export function webApi(world: World) {
  return (app: FastifyInstance): void => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, body === '' ? {} : JSON.parse(body.toString()));
      } catch {
        done(new ApiError(400, 'Error parsing JSON.'));
      }
    });
    app.addHook('onRequest', (_request, _reply, done) => {
      done(tooManyRequests(world));
    });
    app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => {
      const known = error instanceof ApiError ? error : new ApiError(error.statusCode ?? 500, error.message);
      return reply.code(known.status).headers(known.headers).send(known.toBody());
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(new ApiError(404, 'Service not found').toBody()));
    for (const route of ROUTES) {
      app.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => answer(world, route, request, reply),
      });
    }
  };
}

function answer(world: World, route: ApiRoute, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { listener, scopes } = bearerOf(world, request.headers.authorization);
  if (route.closed && world.faults.isClosed(route.closed.since)) {
    const { status } = route.closed;
    throw new ApiError(status, status === 403 ? 'Forbidden' : 'Resource not found');
  }
  if (!route.scopes.every((scope) => scopes.includes(scope))) throw new ApiError(403, 'Insufficient client scope');
  const [path = '', query = ''] = request.url.split('?');
  const result = route.handle({
    world,
    listener,
    scopes,
    path,
    query: new Query(new URLSearchParams(query)),
    params: isRecord(request.params) ? textsOf(request.params) : {},
    body: isRecord(request.body) ? request.body : {},
    now: world.clock.now(),
    shapes: new Shapes(world.url, world.faults.state.access),
  });
  if (result === undefined) return reply.code(204).send();
  return reply.send(withoutFields(result, world.faults.fieldsLeftOut));
}

function tooManyRequests(world: World): ApiError | undefined {
  const seconds = world.faults.secondsToWait(Date.now());
  if (seconds === null) return undefined;
  const { rateLimit } = world.faults.state;
  const reason = rateLimit?.kind === 'fixed' ? rateLimit.reason : null;
  return new ApiError(429, 'API rate limit exceeded', reason, { 'retry-after': String(seconds) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsOf(params: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
