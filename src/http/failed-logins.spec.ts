import fastify, { type FastifyInstance } from 'fastify';
import { redirectFailedLogins } from './failed-logins';

const CALLBACK = '/api/v1/auth/callback';

describe('a callback that no handler has answered', () => {
  let server: FastifyInstance;

  beforeEach(() => {
    server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    redirectFailedLogins(server, { frontendUrl: 'https://front.example/app?theme=dark' });
    for (const path of [CALLBACK, '/other'])
      server.get<{ Querystring: { status: string } }>(path, (request, reply) =>
        reply.status(Number(request.query.status)).send({ detail: 'words' }),
      );
  });
  afterEach(() => server.close());

  const ask = (path: string, accept: string) => server.inject({ url: path, headers: { accept } });

  it.each([429, 503, 504])('sends a browser to the front end (status %i)', async (status) => {
    for (const path of [CALLBACK, `${CALLBACK}/`]) {
      const { statusCode, headers, body } = await ask(`${path}?status=${status}`, 'text/html,*/*');
      expect([statusCode, headers.location, body]).toEqual([
        302,
        'https://front.example/app?theme=dark&error=login_failed',
        '',
      ]);
      expect(headers['content-type']).toBeUndefined();
    }
  });

  it.each([
    ['another client', CALLBACK, 429, 'application/json'],
    ['another path', '/other', 504, 'text/html'],
    ['a success', CALLBACK, 200, 'text/html'],
  ])('leaves %s alone', async (_, path, status, accept) => {
    const { statusCode, headers, body } = await ask(`${path}?status=${status}`, accept);
    expect([statusCode, headers.location, JSON.parse(body)]).toEqual([status, undefined, { detail: 'words' }]);
  });
});
