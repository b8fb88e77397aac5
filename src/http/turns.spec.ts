import { setImmediate } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { fakeOnly } from '../../test/support/fake-only';
import { ownTurn } from '../common/own-turn';
import { takeTurns } from './turns';

const REQUESTS = 38;
/** Of them at once. */
const MOST = 32;

describe('takeTurns', () => {
  let server: FastifyInstance;
  let begun: number[];
  let release: (() => void)[];

  beforeEach(() => {
    begun = [];
    release = [];
    server = fastify();
    takeTurns(server);
    server.get<{ Params: { number: string } }>('/:number', ({ params }) => {
      begun.push(Number(params.number));
      return Promise.resolve('');
    });
    server.get<{ Params: { number: string } }>('/held/:number', async ({ params }) => {
      begun.push(Number(params.number));
      await new Promise<void>((resolve) => release.push(resolve));
      return '';
    });
    server.get('/api/health', () => Promise.resolve('healthy'));
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

  it('lets a request go before work in the background, until it is answered', async () => {
    await server.ready();
    fakeOnly('setTimeout');
    // Work in the background does not wait for a request for ever.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(5_000);
    const answer = server.inject('/held/0');
    while (begun.length === 0) await setImmediate();
    let isWorking = false;
    const work = ownTurn().then(() => {
      isWorking = true;
    });
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    expect(isWorking).toBe(false);
    release[0]?.();
    await Promise.all([answer, work]);
    clock.mockRestore();
    jest.useRealTimers();
  });

  describe('when requests take long', () => {
    const numbers = Array.from({ length: REQUESTS }, (_, number) => number);
    let answers: Promise<unknown>;

    beforeEach(async () => {
      await server.ready();
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
      answers = Promise.all(numbers.map((number) => server.inject(`/held/${number}`)));
      while (begun.length < MOST) await setImmediate();
    });
    afterEach(async () => {
      jest.advanceTimersByTime(250);
      while (begun.length < REQUESTS) await setImmediate();
      for (const end of release) end();
      await answers;
      jest.useRealTimers();
    });

    it('begins thirty-two, and the next one when one of them ends', async () => {
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      expect(begun).toEqual(numbers.slice(0, MOST));
      release[3]?.();
      while (begun.length <= MOST) await setImmediate();
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      expect(begun).toEqual(numbers.slice(0, MOST + 1));
    });

    it('does not wait for more than 250 ms for those that wait for something else', async () => {
      jest.advanceTimersByTime(249);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      expect(begun).toEqual(numbers.slice(0, MOST));
      jest.advanceTimersByTime(1);
      while (begun.length < REQUESTS) await setImmediate();
      expect(begun).toEqual(numbers);
    });

    it('tells at once that it runs', async () => {
      expect((await server.inject('/api/health')).body).toBe('healthy');
      expect(begun).toHaveLength(MOST);
    });
  });
});
