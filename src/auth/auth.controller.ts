import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, Public, type Session } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { CLEARS_SESSION, SETS_SESSION } from './answer-headers';
import { AuthCookies } from './auth-cookies';
import {
  DevLoginResponse,
  LoggedOutResponse,
  NOT_AUTHENTICATED,
  RefreshedResponse,
  StatusResponse,
  toDevLoginResponse,
} from './auth.dto';
import { AuthService } from './auth.service';
import { DevLogin } from './dev-login.service';
import { SessionService } from './session.service';

/** Sessions: who is logged in, and out. */
@ApiTags('auth')
@Controller('api/v1/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: SessionService,
    private readonly cookies: AuthCookies,
    private readonly devLogin: DevLogin,
  ) {}

  @Public()
  @Get('status')
  @ApiSecurity('cookie')
  @ApiSecurity('bearer')
  @ApiOperation({
    summary: 'Who is logged in',
    description: 'Logs a caller without a session in when there is exactly one user, unless AUTO_LOGIN is false.',
  })
  @ApiOkResponse({ type: StatusResponse, headers: SETS_SESSION })
  async status(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatusResponse> {
    const identity = await this.auth.identify(sessionOf(request));
    if (identity === null) return NOT_AUTHENTICATED;
    if (identity.newToken !== undefined) this.cookies.setSession(reply, identity.newToken);
    return this.auth.status(identity.user);
  }

  @Post('refresh')
  @HttpCode(200)
  @ApiOperation({ summary: 'Get a new access token from the platform, whether the present one is still good or not' })
  @ApiOkResponse({ type: RefreshedResponse })
  async refresh(@CurrentUser() user: Session): Promise<RefreshedResponse> {
    await this.auth.refreshPlatformToken(user.userId);
    return { status: 'refreshed' };
  }

  @Public()
  @Post('logout')
  @HttpCode(200)
  @ApiSecurity('cookie')
  @ApiSecurity('bearer')
  @ApiOperation({ summary: 'End this session' })
  @ApiOkResponse({ type: LoggedOutResponse, headers: CLEARS_SESSION })
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoggedOutResponse> {
    const session = sessionOf(request);
    if (session !== undefined) await this.sessions.revoke(session);
    this.cookies.clearSession(reply);
    return { status: 'logged_out' };
  }

  @Public()
  @Get('dev-login')
  @ApiOperation({
    summary: 'Log in as the first user; only in development mode',
    description: 'With a platform app (PLATFORM_CLIENT_ID) it is for programs on the machine of the service only.',
  })
  @ApiOkResponse({ type: DevLoginResponse, headers: SETS_SESSION })
  @ApiErrors({ 404: 'The service does not run in development mode, there is no user, or the caller is elsewhere' })
  async logInAsFirst(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DevLoginResponse> {
    const user = await this.devLogin.userFor(request.raw);
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
