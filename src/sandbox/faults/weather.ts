import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world';

/** Makes requests wait, and answers some with the errors that a test has asked for. */
export function applyWeather(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (path.startsWith('/sandbox/')) return undefined;
    const { latencyMs } = world.faults.state;
    if (latencyMs > 0) await sleep(latencyMs);
    const fault = world.faults.errorFor(path);
    if (!fault) return undefined;
    const { status, reason } = fault;
    const message = 'The sandbox platform was told to fail here';
    return reply
      .code(status)
      .send(
        path.startsWith('/v1/')
          ? { error: { status, message, ...(reason !== null && { reason }) } }
          : { error: status < 500 ? (reason ?? 'invalid_request') : 'server_error', error_description: message },
      );
  });
}
