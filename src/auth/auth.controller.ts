import { Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, Public, type Session } from '../common/authentication';
import { AuthCookies } from './auth-cookies';
import { type DevLoginResponse, NOT_AUTHENTICATED, type StatusResponse, toDevLoginResponse } from './auth.dto';
import { AuthService } from './auth.service';
import { SessionService } from './session.service';

/** Sessions: who is logged in, and out. */
@Controller('api/v1/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: SessionService,
    private readonly cookies: AuthCookies,
  ) {}

  @Public()
  @Get('status')
  @Header('cache-control', 'no-store')
  async status(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatusResponse> {
    const identity = await this.auth.identify(sessionOf(request));
    if (identity === null) return NOT_AUTHENTICATED;
    if (identity.newToken !== undefined) this.cookies.setSession(reply, identity.newToken);
    return this.auth.status(identity.user);
  }

  /** Gets a new access token from the platform, whether the present one is still good or not. */
  @Post('refresh')
  @HttpCode(200)
  async refresh(@CurrentUser() user: Session): Promise<{ status: 'refreshed' }> {
    await this.auth.refreshPlatformToken(user.userId);
    return { status: 'refreshed' };
  }

  @Public()
  @Post('logout')
  @HttpCode(200)
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'logged_out' }> {
    const session = sessionOf(request);
    if (session !== undefined) await this.sessions.revoke(session);
    this.cookies.clearSession(reply);
    return { status: 'logged_out' };
  }

  @Public()
  @Get('dev-login')
  @Header('cache-control', 'no-store')
  async devLogin(@Res({ passthrough: true }) reply: FastifyReply): Promise<DevLoginResponse> {
    const user = await this.auth.devLogin();
    const token = this.auth.newSession(user);
    this.cookies.setSession(reply, token);
    return toDevLoginResponse(user, token);
  }
}

/**
 * The session of a request to a public route.
 *
 * @throws ServiceUnavailable when there may be one that cannot be confirmed
 */
function sessionOf(request: FastifyRequest): Session | undefined {
  if (request.sessionError !== undefined) throw request.sessionError;
  return request.session;
}
