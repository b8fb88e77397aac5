import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ServiceUnavailable } from '../common/errors/errors';
import { DatabaseService } from './database.service';

/** Keeps the API away from data that may still be in the form of an older version, or without its indexes. */
@Injectable()
export class ReadyGuard implements CanActivate {
  constructor(private readonly database: DatabaseService) {}

  canActivate(context: ExecutionContext): boolean {
    // As the route is declared: the address may be written in other ways.
    const { url = '' } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
    if (url.startsWith('/api/v1/') && !this.database.isReady)
      throw new ServiceUnavailable(
        'Playledger is starting, and its data are not ready yet. Try again in a few seconds.',
      );
    return true;
  }
}
