import { setImmediate } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { takeTurns } from './turns';

const REQUESTS = 22;

describe('takeTurns', () => {
  let server: FastifyInstance;
  let begun: number[];

  beforeEach(() => {
    begun = [];
    server = fastify();
    takeTurns(server);
    server.get<{ Params: { number: string } }>('/:number', ({ params }) => {
      begun.push(Number(params.number));
      return Promise.resolve('');
    });
  });
  afterEach(() => server.close());

  it('begins no more than four requests in a turn of the event loop, all of them in order', async () => {
    await server.ready();
    const numbers = Array.from({ length: REQUESTS }, (_, number) => number);
    const answers = Promise.all(numbers.map((number) => server.inject(`/${number}`)));
    let most = 0;
    while (begun.length < REQUESTS) {
      const before = begun.length;
      await setImmediate();
      most = Math.max(most, begun.length - before);
    }
    expect(most).toBe(4);
    expect(begun).toEqual(numbers);
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual(numbers.map(() => 200));
  });
});
