import { Injectable } from '@nestjs/common';
import { PlatformApp, SCOPES } from './platform-app';
import { accountsFailureOf, isSuccess } from './platform-failure';
import { PlatformHttp } from './platform-http';
import { LoginGrant, readLoginGrant, readTokenGrant, TokenGrant } from './token-grant';

/** The platform's accounts service: OAuth 2.0, Authorization Code flow (RFC 6749, section 4.1). */
@Injectable()
export class PlatformAccountsClient {
  constructor(
    private readonly app: PlatformApp,
    private readonly http: PlatformHttp,
  ) {}

  /** Address of the consent page, to which a browser is sent. */
  authorizationUrl(state: string): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.app.clientId,
      scope: SCOPES.join(' '),
      redirect_uri: this.app.redirectUri,
      state,
    });
    return `${this.app.accountsUrl}/authorize?${query.toString()}`;
  }

  /** @throws PlatformGrantRefused when the code is not good (any more), and every other {@link PlatformError} */
  async exchangeCode(code: string): Promise<LoginGrant> {
    const redirectUri = this.app.redirectUri;
    const body = await this.requestToken({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    return readLoginGrant(body, new Date());
  }

  /**
   * @param userId in whose log the call shows
   * @throws PlatformGrantRefused when the user has taken the access back, and every other {@link PlatformError}
   */
  async refresh(refreshToken: string, userId = ''): Promise<TokenGrant> {
    const body = await this.requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken }, userId);
    return readTokenGrant(body, new Date());
  }

  private async requestToken(parameters: Record<string, string>, userId = ''): Promise<unknown> {
    const { clientId, clientSecret, accountsUrl } = this.app;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await this.http.send({
      method: 'POST',
      url: `${accountsUrl}/api/token`,
      headers: { authorization: `Basic ${credentials}` },
      form: new URLSearchParams(parameters),
      userId,
    });
    if (!isSuccess(answer)) throw accountsFailureOf(answer);
    return answer.body;
  }
}
