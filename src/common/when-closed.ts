import type { FastifyReply } from 'fastify';

/**
 * A signal for when the caller has hung up, or has been answered.
 * @param reason what it is aborted with
 */
export function whenClosed(reply: FastifyReply, reason: Error): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort(reason);
  });
  return closed.signal;
}
