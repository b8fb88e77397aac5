import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in the background goes on this long after the newest request has begun: it may be done for that very request. */
const LONGEST_WAIT_MS = 50;

/** The turns given out so far. */
let given: Promise<void> = Promise.resolve();
let requestsAtWork = 0;
let newestBegan = 0;
let endOfRequests = (): void => undefined;

/** So many requests within so long are somebody who reads; fewer may be somebody who waits for the end of a job. */
const FREQUENT = 4;
const FREQUENCY_MS = 1_000;
/** When the newest of them have begun, the oldest first. */
const beginnings: number[] = [];

/**
 * A turn of the event loop for a piece of work in the background that keeps the thread for milliseconds: resolves in one
 * that no other such piece has, after all that have asked before, and when no request is being answered. A request passes
 * the thread several times; so it waits for one piece at most, and not for another one each time.
 */
export function ownTurn(): Promise<void> {
  given = given.then(quietTurn);
  return given;
}

/** Lets a request go before work in the background. @returns what tells that it is answered */
export function goBefore(): () => void {
  requestsAtWork += 1;
  newestBegan = performance.now();
  beginnings.push(newestBegan);
  if (beginnings.length > FREQUENT) beginnings.shift();
  return () => {
    requestsAtWork -= 1;
    if (requestsAtWork === 0) endOfRequests();
  };
}

/** Whether requests come one after the other just now, so that work in the background should leave room for them. */
export function areRequestsFrequent(): boolean {
  const [oldest = -Infinity] = beginnings;
  return beginnings.length === FREQUENT && performance.now() - oldest < FREQUENCY_MS;
}

async function quietTurn(): Promise<void> {
  await nextTurn();
  const rest = newestBegan + LONGEST_WAIT_MS - performance.now();
  if (requestsAtWork === 0 || rest <= 0) return;
  await new Promise<void>((resolve) => {
    const longest = setTimeout(resolve, rest);
    endOfRequests = () => {
      clearTimeout(longest);
      resolve();
    };
  });
}
