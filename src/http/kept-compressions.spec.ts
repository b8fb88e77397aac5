import zlib from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { keptCompressions } from './kept-compressions';

const LONG = JSON.stringify({ text: 'long '.repeat(300) });

describe('compressed answers that are kept', () => {
  let server: FastifyInstance;
  let answer: { json: string; tag?: string };
  let compressions: jest.SpyInstance;

  beforeEach(() => {
    server = fastify();
    keptCompressions(server);
    server.get('/', (_request, reply) => {
      if (answer.tag !== undefined) void reply.header('etag', answer.tag);
      return reply.type('application/json').send(answer.json);
    });
    compressions = jest.spyOn(zlib, 'gzip');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return server.close();
  });

  async function ask(accepted?: string): Promise<{ encoding: unknown; body: Buffer }> {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const { statusCode, headers: told, rawPayload } = await server.inject({ url: '/', headers });
    expect([statusCode, Number(told['content-length'])]).toEqual([200, rawPayload.length]);
    return { encoding: told['content-encoding'], body: rawPayload };
  }

  it('are packed once for as long as they are the same', async () => {
    answer = { json: LONG, tag: 'W/"one"' };
    const [first, second] = [await ask('gzip, deflate, br'), await ask('deflate;q=0.5, gzip')];
    expect([first.encoding, second.encoding]).toEqual(['gzip', 'gzip']);
    expect(zlib.gunzipSync(first.body).toString()).toBe(LONG);
    expect(second.body.equals(first.body)).toBe(true);
    expect(compressions).toHaveBeenCalledTimes(1);
    answer = { json: LONG.replace('long', 'changed'), tag: 'W/"two"' };
    expect(zlib.gunzipSync((await ask('gzip')).body).toString()).toBe(answer.json);
    expect(compressions).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['somebody does not take gzip', { json: LONG, tag: 'W/"one"' }, 'deflate'],
    ['somebody takes what they get', { json: LONG, tag: 'W/"one"' }, undefined],
    ['they have no tag', { json: LONG }, 'gzip'],
    ['they are short', { json: '{"text":"short"}', tag: 'W/"one"' }, 'gzip'],
  ])('are left as they are where %s', async (_why, told, accepted) => {
    answer = told;
    expect(await ask(accepted)).toEqual({ encoding: undefined, body: Buffer.from(told.json) });
    expect(compressions).not.toHaveBeenCalled();
  });

  it('are told to have failed when they cannot be packed', async () => {
    compressions.mockImplementationOnce((_json: string, done: (error: Error) => void) => {
      done(new Error('out of memory'));
    });
    answer = { json: LONG, tag: 'W/"one"' };
    const { statusCode, headers } = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect([statusCode, headers['content-encoding']]).toEqual([500, undefined]);
    expect(zlib.gunzipSync((await ask('gzip')).body).toString()).toBe(LONG);
  });
});
