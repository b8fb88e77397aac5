import type { FastifyInstance } from 'fastify';
import type { World } from './world';

/** Writes every request but the sandbox's own into the log, once it is answered. */
export function logRequests(app: FastifyInstance, world: World): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [path = '', query = ''] = request.url.split('?');
    if (!path.startsWith('/sandbox/')) {
      world.requests.add({
        time: new Date(Date.now() - reply.elapsedTime).toISOString(),
        method: request.method,
        path,
        query,
        user: userOf(world, request.headers.authorization),
        status: reply.statusCode,
      });
    }
    done();
  });
}

function userOf(world: World, authorization: string | undefined): string | null {
  const grant = world.tokens.checkAccess(authorization?.replace(/^Bearer /i, '') ?? '');
  return typeof grant === 'string' ? null : grant.listenerId;
}
