import { gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';

/** How answers are compressed, those that are kept and all others; shorter ones, in bytes, are not. */
export const COMPRESSION = { encodings: ['gzip', 'deflate'] as ('gzip' | 'deflate')[], threshold: 1024 };

const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Keeps answers as gzip by their entity tags: to compress an answer costs more than to make it, and most dashboards show
 * what they have shown before. Answers without a tag, and other encodings, are left to @fastify/compress.
 */
export function keptCompressions(server: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length });
  const negotiator = new Negotiator({ supportedValues: COMPRESSION.encodings, cache: new LRUCache({ max: 100 }) });
  server.addHook('onSend', (request, reply, payload, next) => {
    const tag = reply.getHeader('etag');
    const accepted = request.headers['accept-encoding'];
    const isLong = typeof payload === 'string' && Buffer.byteLength(payload) >= COMPRESSION.threshold;
    if (!isLong || typeof tag !== 'string' || accepted === undefined || negotiator.negotiate(accepted) !== 'gzip') {
      next(null, payload);
      return;
    }
    const send = (packed: Buffer): void => {
      void reply.header('content-encoding', 'gzip');
      next(null, packed);
    };
    const packed = kept.get(tag);
    if (packed !== undefined) {
      send(packed);
      return;
    }
    gzip(payload, (error, fresh) => {
      if (error !== null) {
        next(error);
        return;
      }
      kept.set(tag, fresh);
      send(fresh);
    });
  });
}
