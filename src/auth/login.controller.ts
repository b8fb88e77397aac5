import { Controller, Get, Query, Redirect, Req, Res, UseFilters } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { Settings } from '../config/settings';
import { PlatformApp } from '../platform/platform-app';
import { SyncStarter } from '../sync/sync-starter.service';
import { LEADS_ELSEWHERE, SETS_SESSION } from './answer-headers';
import { AuthCookies } from './auth-cookies';
import { LoginResponse } from './auth.dto';
import { AuthService } from './auth.service';
import { isBrowser } from './browser-request';
import { CallbackFailureFilter, LOGIN_ERRORS } from './callback-failure.filter';
import { readCallback } from './callback-query';
import { loginAtCallbackHost } from './login-host';
import { LoginService } from './login.service';

type QueryRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** The way to the platform's consent page and back. */
@Public()
@ApiTags('auth')
@Controller('api/v1/auth')
export class LoginController {
  constructor(
    private readonly settings: Settings,
    private readonly app: PlatformApp,
    private readonly logins: LoginService,
    private readonly auth: AuthService,
    private readonly cookies: AuthCookies,
    private readonly syncs: SyncStarter,
  ) {}

  @Get('login')
  @ApiOperation({ summary: 'Send a browser to the platform’s consent page, tell any other client its address' })
  @ApiHeader({ name: 'Accept', required: false, description: 'A browser is who accepts text/html' })
  @ApiOkResponse({ type: LoginResponse })
  @ApiResponse({ status: 302, description: 'To the consent page', headers: LEADS_ELSEWHERE })
  async login(
    @Req() request: QueryRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResponse | undefined> {
    if (!isBrowser(request)) {
      const { state, url } = await this.logins.begin('json');
      this.cookies.setLoginState(reply, state);
      return { authorization_url: url, url, state };
    }
    const elsewhere = loginAtCallbackHost(request, this.app.redirectUri);
    if (elsewhere !== undefined) {
      void reply.status(302).header('location', elsewhere);
      return undefined;
    }
    const { state, url } = await this.logins.begin('browser');
    this.cookies.setLoginState(reply, state);
    void reply.status(302).header('location', url);
    return undefined;
  }

  @Get('callback')
  @Redirect()
  @UseFilters(CallbackFailureFilter)
  @ApiOperation({
    summary: 'Where the platform sends the browser back to',
    description:
      'A browser (`Accept` with text/html) whose login failed is sent to the front end too, with `error` in the query: ' +
      `${LOGIN_ERRORS.map((code) => `\`${code}\``).join(', ')}. Other clients get the errors below.`,
  })
  @ApiQuery({ name: 'code', type: String, required: true })
  @ApiQuery({ name: 'state', type: String, required: true })
  @ApiQuery({ name: 'error', type: String, required: false, description: 'Why the platform gives no code' })
  @ApiResponse({
    status: 302,
    description: 'To the front end: logged in, with the session cookie; or, for a browser, not logged in',
    headers: { ...LEADS_ELSEWHERE, ...SETS_SESSION },
  })
  @ApiErrors({
    400: 'The login was declined, or its state or code is missing, unknown, used up or too old',
    502: 'The platform could not be reached or has trouble',
  })
  async callback(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ url: string }> {
    const answer = readCallback(query);
    const browserState = this.cookies.takeLoginState(request, reply, answer.state);
    if ('refused' in answer) {
      await this.logins.end(answer.state);
      throw answer.refused;
    }
    const user = await this.logins.complete(answer, browserState);
    await this.syncs.startInitial(String(user._id));
    this.cookies.setSession(reply, this.auth.newSession(user));
    return { url: `${this.settings.frontendUrl}/auth/callback?status=success` };
  }
}
