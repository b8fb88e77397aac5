import type { FastifyInstance } from 'fastify';
import { ErrorFilter } from '../common/errors/error.filter';

/**
 * Has the error filter answer what fails before a route's handler runs, such as a request over the rate limit or a body
 * that is malformed. Nest sets its own error handler when Fastify has taken the routes over already with the one that it
 * had then.
 */
export function answerEarlyFailures(server: FastifyInstance): void {
  const filter = new ErrorFilter();
  server.addHook('onRoute', (route) => {
    route.errorHandler = (error, request, reply) => {
      filter.answer(error, request, reply);
    };
  });
}
