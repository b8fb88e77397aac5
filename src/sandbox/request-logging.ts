import type { FastifyInstance } from 'fastify';
import type { LoggedRequest } from './request-log';
import type { World } from './world';

/**
 * Writes every request but the sandbox's own into the log: when it comes in, and its status before the answer leaves,
 * so that whoever has an answer in hand finds it in the log.
 */
export function logRequests(app: FastifyInstance, world: World): void {
  const open = new WeakMap<object, LoggedRequest>();
  app.addHook('onRequest', (request, _reply, done) => {
    const [path = '', query = ''] = request.url.split('?');
    if (!path.startsWith('/sandbox/')) {
      const user = userOf(world, request.headers.authorization);
      const entry = { time: new Date().toISOString(), method: request.method, path, query, user, status: null };
      open.set(request.raw, entry);
      world.requests.add(entry);
    }
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const entry = open.get(request.raw);
    if (entry) entry.status = reply.statusCode;
    done();
  });
}

function userOf(world: World, authorization: string | undefined): string | null {
  const grant = world.tokens.checkAccess(authorization?.replace(/^Bearer /i, '') ?? '');
  return typeof grant === 'string' ? null : grant.listenerId;
}
