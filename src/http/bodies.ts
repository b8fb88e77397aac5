import type { FastifyInstance } from 'fastify';
import { InvalidRequest } from '../common/errors/errors';

/**
 * Body parsing by the decisions: an empty body is no body whatever its content type, malformed JSON is a 422, and a
 * body of a type that no route takes is left for the route's validation to miss (never 415).
 */
export function lenientBodies(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') {
      done(null, undefined);
      return;
    }
    try {
      done(null, JSON.parse(text, withoutPrototypeKeys));
    } catch {
      done(new InvalidRequest([{ loc: ['body'], msg: 'The body is not valid JSON', type: 'json_invalid' }]), undefined);
    }
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(null, undefined);
  });
}

/** A reviver that drops the keys by which a body could reach an object's prototype. */
function withoutPrototypeKeys(key: string, value: unknown): unknown {
  return key === '__proto__' || key === 'constructor' ? undefined : value;
}
