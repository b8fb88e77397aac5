import { applyDecorators, createParamDecorator, ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { NotAuthenticated } from './errors/errors';

/** A verified session: whose it is and which token carries it. */
export interface Session {
  /** users._id */
  userId: string;
  platformId: string;
  /** JWT id, under which a logout revokes the token. */
  tokenId: string;
  expiresAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission hook when the request carries a valid, unrevoked session. */
    session?: Session;
    /** Why a well-signed session could not be confirmed: then session-bound calls are refused with it. */
    sessionError?: Error;
  }
}

export const PUBLIC_ROUTE = 'public-route';

/** Lets a route be called without a session. Every other route needs one. */
export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(PUBLIC_ROUTE, true), ApiSecurity({}));

/** The session of the request; a parameter of every handler that serves a user. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { session } = context.switchToHttp().getRequest<FastifyRequest>();
  if (session === undefined) throw new NotAuthenticated();
  return session;
});
