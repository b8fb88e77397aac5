import type { FastifyInstance } from 'fastify';
import { isBrowser } from '../auth/browser-request';
import { failedLoginAddress } from '../auth/callback-failure.filter';
import type { Settings } from '../config/settings';

const CALLBACK = '/api/v1/auth/callback';

/**
 * Sends a browser to the front end also if its callback was turned away or timed out, which happens outside the handler and
 * its filter: JSON would be the end of the way.
 */
export function redirectFailedLogins(server: FastifyInstance, { frontendUrl }: Pick<Settings, 'frontendUrl'>): void {
  server.addHook('onSend', (request, reply, payload, next) => {
    if (reply.statusCode < 400 || request.routeOptions.url !== CALLBACK || !isBrowser(request)) {
      next(null, payload);
      return;
    }
    void reply.status(302).header('location', failedLoginAddress(frontendUrl, 'login_failed'));
    void reply.removeHeader('content-type').removeHeader('content-length');
    next(null, '');
  });
}
