import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { NAMED_LISTENERS } from '../listeners/roster';
import type { World } from '../world';
import { AccountsError } from './accounts-error';
import { checkAuthorizeRequest, redirectLocation, type CheckedAuthorizeRequest } from './authorize-request';
import { consentPage, refusalPage } from './consent-page';
import { answerTokenRequest } from './token-request';

/** The accounts service: the consent page and the token endpoint. */
export function accountsRoutes(world: World) {
  return (app: FastifyInstance): void => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()));
    });
    app.setErrorHandler((error: FastifyError | AccountsError, _request, reply) => {
      if (error instanceof AccountsError) return reply.code(error.status).send(error.toBody());
      const status = error.statusCode ?? 500;
      return reply
        .code(status)
        .send({ error: status < 500 ? 'invalid_request' : 'server_error', error_description: error.message });
    });

    app.get('/authorize', (request, reply) => {
      const fields = new URLSearchParams(request.url.split('?')[1] ?? '');
      const checked = checkAuthorizeRequest(fields, world.client);
      if (checked.kind !== 'valid') return turnAway(reply, checked);
      return sendPage(reply, 200, consentPage(fields, checked.request.scopes, NAMED_LISTENERS));
    });

    app.post('/authorize', (request, reply) => {
      const form = formOf(request.body);
      const checked = checkAuthorizeRequest(form, world.client);
      if (checked.kind !== 'valid') return turnAway(reply, checked);
      const { redirectUri, state, scopes, codeChallenge } = checked.request;
      if (form.get('decision') !== 'approve') {
        return reply.redirect(redirectLocation(redirectUri, { error: 'access_denied', state }));
      }
      const listener = world.roster.find(form.get('user') ?? '');
      if (!listener) return sendPage(reply, 400, refusalPage('Choose one of the listeners to log in as.'));
      const code = world.codes.issue({ listenerId: listener.id, scopes, redirectUri, codeChallenge });
      return reply.redirect(redirectLocation(redirectUri, { code, state }));
    });

    app.post('/api/token', (request, reply) => {
      const { authorization } = request.headers;
      const answer = answerTokenRequest(
        world,
        authorization,
        formOf(request.body),
        world.faults.state.rotateRefreshTokens,
      );
      return reply.header('cache-control', 'no-store').send(answer);
    });
  };
}

function formOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function turnAway(reply: FastifyReply, checked: Exclude<CheckedAuthorizeRequest, { kind: 'valid' }>): FastifyReply {
  return checked.kind === 'redirect'
    ? reply.redirect(checked.location)
    : sendPage(reply, 400, refusalPage(checked.message));
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(html);
}
