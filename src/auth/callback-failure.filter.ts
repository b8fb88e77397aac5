import { Catch, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter } from '../common/errors/error.filter';
import { Settings } from '../config/settings';
import { ConsentDenied, LoginFailed } from './auth.errors';
import { isBrowser } from './browser-request';

/** Why a login failed, as the front end reads it in `error` of its address. */
export const LOGIN_ERRORS = ['access_denied', 'login_failed', 'platform_unavailable'] as const;
type LoginError = (typeof LOGIN_ERRORS)[number];

/**
 * Sends a browser whose login failed to the front end, which has a sentence for the person; JSON would be the end of the
 * way for them. All other clients get the JSON.
 */
@Catch()
@Injectable()
export class CallbackFailureFilter extends ErrorFilter {
  private readonly log = new Logger('Login');

  constructor(private readonly settings: Settings) {
    super();
  }

  override answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (!isBrowser(request)) {
      super.answer(error, request, reply);
      return;
    }
    const code = loginErrorOf(error);
    const { detail } = this.describe(error);
    // The front end shows a sentence of its own, so the reason is in the log alone.
    if (code !== 'access_denied' && typeof detail === 'string') this.log.warn(`A login failed: ${detail}`);
    const address = failedLoginAddress(this.settings.frontendUrl, code);
    if (!reply.sent) void reply.status(302).header('location', address).send();
  }
}

/** Where a browser is sent whose login failed. */
export function failedLoginAddress(frontendUrl: string, error: LoginError): string {
  const address = new URL(frontendUrl);
  address.searchParams.set('error', error);
  return address.href;
}

function loginErrorOf(error: unknown): LoginError {
  if (error instanceof ConsentDenied) return 'access_denied';
  return error instanceof LoginFailed ? 'platform_unavailable' : 'login_failed';
}
