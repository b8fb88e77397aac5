import type { FastifyInstance } from 'fastify';
import { isHealthPath } from '../common/paths';
import { goBefore } from '../common/own-turn';

/** Requests that are begun in one turn of the event loop. */
const MOST_A_TURN = 4;
/** Requests that are worked on at once: enough to keep each thread busy. More would only wait for one another. */
const MOST_AT_ONCE = 32;
/** Whoever takes longer waits for its body, for the platform or for a server that is away, or is a stream. */
const LONGEST_PLACE_MS = 250;

/**
 * Works on a few requests at once, and on the others afterwards, in the order in which they came. Begun all at once,
 * those of hundreds of busy connections would wait for one another's commands for longer than the database and the cache
 * may take to answer, and be told that these are away.
 *
 * In each turn of the event loop a few are begun, since Node accepts one new connection a turn (libuv 1.45 and later):
 * were all of them begun in one, whoever connects would wait for seconds for as long as the others keep the service busy.
 */
export function takeTurns(server: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  let atWork = 0;
  let isTurnDue = false;
  const turn = (): void => {
    isTurnDue = false;
    for (const begin of waiting.splice(0, Math.min(MOST_A_TURN, MOST_AT_ONCE - atWork))) {
      atWork++;
      begin();
    }
    planTurn();
  };
  const planTurn = (): void => {
    if (isTurnDue || waiting.length === 0 || atWork === MOST_AT_ONCE) return;
    isTurnDue = true;
    setImmediate(turn);
  };
  server.addHook('onRequest', (request, reply, next) => {
    // Whether the service runs is asked by those who start it anew when it does not answer.
    if (isHealthPath(request.url)) {
      next();
      return;
    }
    waiting.push(() => {
      let hasLeft = false;
      const leave = (): void => {
        if (hasLeft) return;
        hasLeft = true;
        clearTimeout(longest);
        atWork--;
        answered();
        planTurn();
      };
      const answered = goBefore();
      const longest = setTimeout(leave, LONGEST_PLACE_MS).unref();
      reply.raw.once('close', leave);
      next();
    });
    planTurn();
  });
}
