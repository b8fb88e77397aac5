import '@fastify/cookie';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Settings } from '../config/settings';
import { LOGIN_STATE_SECONDS } from './login-states';
import { SESSION_COOKIE, SESSION_SECONDS } from './session.service';

const LOGIN_STATE_COOKIE = 'playledger_login_state';

/**
 * The cookies of login and session. `SameSite=Lax` keeps them out of every POST, PATCH and DELETE that another site
 * starts; pages of the same site at another port or subdomain are refused by their origin. No GET changes anything of a
 * user's.
 */
@Injectable()
export class AuthCookies {
  private readonly flags: CookieSerializeOptions;

  constructor(settings: Settings) {
    this.flags = { httpOnly: true, sameSite: 'lax', path: '/', secure: settings.appEnv === 'production' };
  }

  setSession(reply: FastifyReply, token: string): void {
    void reply.setCookie(SESSION_COOKIE, token, { ...this.flags, maxAge: SESSION_SECONDS });
  }

  clearSession(reply: FastifyReply): void {
    void reply.clearCookie(SESSION_COOKIE, this.flags);
  }

  setLoginState(reply: FastifyReply, state: string): void {
    void reply.setCookie(LOGIN_STATE_COOKIE, state, { ...this.flags, maxAge: LOGIN_STATE_SECONDS });
  }

  /** The state that this browser was last sent away with. It is used up by its own callback, and by no other login's. */
  takeLoginState(request: FastifyRequest, reply: FastifyReply, state: string | undefined): string | undefined {
    const own = request.cookies[LOGIN_STATE_COOKIE];
    if (own !== undefined && own === state) void reply.clearCookie(LOGIN_STATE_COOKIE, this.flags);
    return own;
  }
}
