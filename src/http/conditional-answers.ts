import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesTag, weakTag } from '../common/entity-tags';

/** Routes of the API by their pattern, but those of sessions: what these tell or set is good for one time. */
const REPEATABLE = /^\/api\/v1\/(?!auth\/)/;
/** What an answer depends on beside its address. */
const VARY = ['accept-encoding', 'authorization', 'cookie'];

/** Whether the JSON that GET answers with at a route has an entity tag. */
export function isRepeatable(route: string): boolean {
  return REPEATABLE.test(route);
}

/**
 * Gives the JSON of the API entity tags (RFC 9110, section 8.8.3), so that whoever has an answer already is told by a 304
 * that it is still the same. Only its reader's own cache may keep it, and asks each time before it shows it again.
 *
 * Where the handler has not given a tag of its own, it is a digest of the answer itself, so that it changes whenever the answer does: with a new release of the service,
 * too, of which the records that the answer was made from know nothing. It is weak because it is taken before compression:
 * the same JSON comes in different bytes.
 */
export function conditionalAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, next) => {
    if (!hasTag(request, reply) || typeof payload !== 'string') {
      next(null, payload);
      return;
    }
    const given = reply.getHeader('etag');
    const tag = typeof given === 'string' ? given : weakTag(createHash('sha256').update(payload).digest('base64url'));
    const vary = [reply.getHeader('vary') ?? [], VARY].flat().join(', ');
    void reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', vary);
    if (!namesTag(request.headers['if-none-match'], tag)) {
      next(null, payload);
      return;
    }
    void reply.status(304).removeHeader('content-type');
    // Fastify itself takes the body of a HEAD away, and needs one.
    next(null, request.method === 'HEAD' ? payload : null);
  });
}

function hasTag({ method, routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode !== 200 || (method !== 'GET' && method !== 'HEAD')) return false;
  return isRepeatable(routeOptions.url ?? '') && String(reply.getHeader('content-type')).startsWith('application/json');
}
