import type { FastifyInstance } from 'fastify';
import { SCOPES } from './accounts/scopes';
import { ACCESS_TOKEN_SECONDS } from './accounts/tokens';
import { ControlError } from './control-error';
import type { World } from './world';

const MOST = 100_000;

/** Listeners for load tests, each with tokens as if they had just let the app in. */
export function syntheticListenerRoutes(world: World) {
  return (app: FastifyInstance): void => {
    app.post<{ Querystring: { count?: string } }>('/sandbox/users', (request, reply) => {
      const count = Number(request.query.count ?? Number.NaN);
      if (!Number.isInteger(count) || count < 1 || count > MOST) {
        throw new ControlError(`count must be a whole number from 1 to ${MOST}.`);
      }
      return reply.send({
        users: Array.from({ length: count }, (_, index) => linkedListener(world, `synthetic-${index + 1}`)),
      });
    });
  };
}

function linkedListener(world: World, id: string) {
  const grant = { listenerId: id, scopes: [...SCOPES] };
  return {
    id,
    display_name: world.roster.find(id)?.displayName ?? id,
    access_token: world.tokens.issue('access', grant),
    refresh_token: world.tokens.issue('refresh', grant),
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: grant.scopes.join(' '),
  };
}
