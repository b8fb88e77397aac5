import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '../config/settings';

/**
 * Where a login passes through, and the page it ends at, by their routes. A front end may open these in a window of its
 * own: with an opener policy on any of them, the browser would cut that window off from its opener.
 */
const LOGIN_WINDOW = new Set(['/', '/auth/callback', '/api/v1/auth/login', '/api/v1/auth/callback']);

/** Sends the headers by which browsers protect pages: no scripts but our own, no frames, no guessing of content types. */
export function securityHeaders(server: FastifyInstance, settings: Pick<Settings, 'appEnv'>): void {
  const options = {
    strictTransportSecurity: settings.appEnv === 'production',
    contentSecurityPolicy: {
      // The page is plain files of our own; cover pictures come from the platform.
      directives: { imgSrc: ["'self'", 'data:', 'https:', 'http://127.0.0.1:*'], upgradeInsecureRequests: null },
    },
  };
  const protect = helmet(options);
  const protectLoginWindow = helmet({ ...options, crossOriginOpenerPolicy: false });
  server.addHook('onRequest', (request, reply, next) => {
    const isLoginWindow = LOGIN_WINDOW.has(request.routeOptions.url ?? '');
    (isLoginWindow ? protectLoginWindow : protect)(request.raw, reply.raw, () => {
      next();
    });
  });
}
