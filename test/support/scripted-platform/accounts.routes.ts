import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../../../src/platform/platform-app';

/** Seconds, longer than any test takes. */
const TOKEN_LIFETIME = 3600;

/** The accounts service. A code or a token is the name of the listener whom it stands for. */
export function accountsRoutes(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(body.toString()));
  });

  app.post('/api/token', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const name = form.get('code') ?? form.get('refresh_token');
    if (name === null) return reply.code(400).send({ error: 'invalid_grant', error_description: 'No code or token' });
    return {
      access_token: name,
      refresh_token: name,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME,
      scope: SCOPES.join(' '),
    };
  });
}
