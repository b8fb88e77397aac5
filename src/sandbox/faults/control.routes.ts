import type { FastifyInstance } from 'fastify';
import { ControlError } from '../control-error';
import type { Listener } from '../listeners/listener.types';
import type { World } from '../world';
import { describeFaults, FAULTS_BODY_SCHEMA, type FaultsBody, toFaultChange } from './faults.body';

/** The switches by which a test states the weather it wants, and the log in which it counts calls. */
export function faultRoutes(world: World) {
  return (app: FastifyInstance): void => {
    app.get('/sandbox/faults', (_request, reply) => reply.send(describeFaults(world)));

    app.post<{ Body: FaultsBody }>('/sandbox/faults', { schema: { body: FAULTS_BODY_SCHEMA } }, (request, reply) => {
      const { revoke = [], expire = [], clock } = request.body;
      const toRevoke = revoke.map((id) => listenerCalled(world, id));
      const toExpire = expire.map((id) => listenerCalled(world, id));
      world.faults.change(toFaultChange(request.body));
      for (const { id } of toRevoke) world.tokens.revoke(id);
      for (const { id } of toExpire) world.tokens.expireAccess(id);
      if (clock) moveClock(world, clock);
      return reply.send(describeFaults(world));
    });

    app.delete('/sandbox/faults', (_request, reply) => {
      world.faults.reset();
      world.tokens.reset();
      world.clock.shiftTo(0);
      world.players.reset();
      return reply.send(describeFaults(world));
    });

    app.get<{ Querystring: { since?: string } }>('/sandbox/requests', (request, reply) => {
      return reply.send({ requests: world.requests.since(parseSince(request.query.since)) });
    });
  };
}

/** The listener with this id. @throws ControlError when there is none */
export function listenerCalled(world: World, id: string): Listener {
  const listener = world.roster.find(id);
  if (!listener) throw new ControlError(`There is no listener "${id}" on the sandbox platform.`);
  return listener;
}

function moveClock(world: World, clock: NonNullable<FaultsBody['clock']>): void {
  if ('at' in clock) world.clock.setTo(Date.parse(clock.at));
  else world.clock.shiftTo(clock.offset_ms);
}

function parseSince(since: string | undefined): number {
  if (since === undefined) return 0;
  const time = /^\d+$/.test(since) ? Number(since) : Date.parse(since);
  if (Number.isNaN(time)) throw new ControlError('since must be Unix milliseconds or an ISO 8601 date-time.');
  return time;
}
