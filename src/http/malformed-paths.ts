import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { BadRequest } from '../common/errors/errors';

/**
 * The address of a request for Fastify to look up. What it cannot decode it would turn away before any hook: uncounted,
 * and without the headers of every other answer. So the percent signs of such a path are made characters.
 */
export function decodableUrl({ url = '/' }: IncomingMessage): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Refuses what `decodableUrl` has changed. Call it after the hook that counts requests. */
export function refuseMalformedPaths(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, next) => {
    if (request.originalUrl === request.url) next();
    else next(new BadRequest('The path is not percent-encoded UTF-8: write a percent sign in it as %25.'));
  });
}
