import type { FastifyRequest } from 'fastify';

/** Whether a person's browser asks for a page, and not a script or another program for data. */
export function isBrowser({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.toLowerCase().includes('text/html') === true;
}
