import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestTimedOut } from '../common/errors/errors';

const SECONDS = 30;
const SLOW_SECONDS = 120;
const UPLOAD = '/api/v1/history/import';
const SLOW_ROUTES = new Set([
  UPLOAD,
  '/api/v1/analytics/refresh',
  '/api/v1/analytics/rollup-build',
  '/api/v1/explore/plays.parquet',
  '/api/v1/sync-jobs/trigger',
]);

/**
 * How long a request may take to arrive, in ms, so that nobody keeps connections open for nothing. A connection on which
 * nothing moves is closed, later than any route may take to answer. A whole request has an hour: 1 GiB at 2.4 Mbit/s. Its
 * head has Node's 60 s.
 */
export const ARRIVAL_TIMEOUTS = { connectionTimeout: 150_000, requestTimeout: 3_600_000 };

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Answers 504 to a request that nothing has answered in time. An answer that has begun to stream is not touched. */
export function requestTimeouts(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, next) => {
    const path = request.url.split('?', 1)[0]?.replace(/\/+$/, '') ?? '';
    const start = (): void => {
      startTimer(request, reply, SLOW_ROUTES.has(path) ? SLOW_SECONDS : SECONDS);
    };
    // The clock of an upload starts when its body is in: a slow line is not the service's slowness.
    if (path === UPLOAD && request.method === 'POST') request.raw.once('end', start);
    else start();
    next();
  });
  server.addHook('onResponse', (request, _reply, next) => {
    clearTimeout(timers.get(request));
    next();
  });
}

function startTimer(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const timer = setTimeout(() => {
    if (reply.sent || reply.raw.headersSent) return;
    const { status, message } = new RequestTimedOut(seconds);
    // Its body is still on the way, and nobody wants it any more.
    if (!request.raw.complete) void reply.header('connection', 'close');
    void reply.status(status).send({ detail: message, request_id: request.id });
  }, seconds * 1000);
  timer.unref();
  timers.set(request, timer);
}
