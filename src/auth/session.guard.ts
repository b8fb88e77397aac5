import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { PUBLIC_ROUTE } from '../common/authentication';
import { NotAuthenticated } from '../common/errors/errors';
import { SessionUsers } from './session-users.service';

/**
 * Demands a session, of a user who is there, of every route that is not marked `@Public()`. The admission hook has looked
 * the session up already.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly users: SessionUsers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isPublic === true) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.sessionError !== undefined) throw request.sessionError;
    if (request.session === undefined || !(await this.users.has(request.session.userId))) throw new NotAuthenticated();
    return true;
  }
}
