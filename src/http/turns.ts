import type { FastifyInstance } from 'fastify';

/** Requests that are begun in one turn of the event loop. */
const MOST_A_TURN = 4;

/**
 * Begins a few requests in each turn of the event loop, and the others in the next ones, in the order in which they came.
 * Node accepts one new connection a turn (libuv 1.45 and later): were all requests of hundreds of busy connections begun in
 * one, whoever connects would wait for seconds, many at once for as long as the others keep the service busy.
 */
export function takeTurns(server: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  const turn = (): void => {
    for (const begin of waiting.splice(0, MOST_A_TURN)) begin();
    if (waiting.length > 0) setImmediate(turn);
  };
  server.addHook('onRequest', (_request, _reply, next) => {
    if (waiting.push(next) === 1) setImmediate(turn);
  });
}
