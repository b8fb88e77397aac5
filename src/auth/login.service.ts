import { Injectable } from '@nestjs/common';
import { BadRequest } from '../common/errors/errors';
import { DatabaseService } from '../database/database.service';
import { PlatformAccountsClient } from '../platform/platform-accounts.client';
import { PlatformApiClient } from '../platform/platform-api.client';
import { PlatformTokensService } from '../platform/platform-tokens.service';
import { PlatformError, PlatformGrantRefused } from '../platform/platform.errors';
import type { PlatformProfile } from '../platform/profile';
import type { LoginGrant } from '../platform/token-grant';
import type { User } from '../users/user.schema';
import { UsersService } from '../users/users.service';
import { LoginFailed } from './auth.errors';
import type { ConsentAnswer } from './callback-query';
import { EmailSeal } from './email-seal';
import { LoginForm, LoginStates } from './login-states';

/** Logging in with a platform account, from the way to its consent page to the linked user. */
@Injectable()
export class LoginService {
  constructor(
    private readonly states: LoginStates,
    private readonly accounts: PlatformAccountsClient,
    private readonly api: PlatformApiClient,
    private readonly tokens: PlatformTokensService,
    private readonly users: UsersService,
    private readonly emails: EmailSeal,
    private readonly database: DatabaseService,
  ) {}

  /** Begins a login. @returns its state and the address of the platform's consent page */
  async begin(form: LoginForm): Promise<{ state: string; url: string }> {
    const state = await this.states.issue(form);
    return { state, url: this.accounts.authorizationUrl(state) };
  }

  /** Ends a login that nobody is logged in by, so that its state, if the callback has one, is of no more use. */
  async end(state: string | undefined): Promise<void> {
    if (state !== undefined) await this.states.redeem(state);
  }

  /**
   * Completes a login: creates the user, or brings their profile up to date, and links the platform account.
   *
   * @param browserState the state in the browser's cookie
   * @throws BadRequest when state or code are not those of a login that has begun; LoginFailed
   * @throws ServiceUnavailable while the database is away: then both are still good for another try
   */
  async complete({ code, state }: ConsentAnswer, browserState: string | undefined): Promise<User> {
    await this.database.demandAnswer();
    await this.checkState(state, browserState);
    const { grant, profile } = await this.fetchAccount(code);
    const user = await this.users.upsertFromProfile({
      platform_id: profile.platformId,
      display_name: profile.displayName,
      image_url: profile.imageUrl,
      country: profile.country,
      product: profile.product,
      email_encrypted: this.emails.seal(profile.email, profile.platformId),
    });
    await this.tokens.store(String(user._id), grant);
    return user;
  }

  /**
   * A browser must come back with the state that it was sent away with. One without a cookie is believed only when a
   * client that is no browser has begun the login, since then the cookie went to that client.
   */
  private async checkState(state: string, browserState: string | undefined): Promise<void> {
    if (browserState !== undefined && browserState !== state)
      throw new BadRequest(
        'This login was begun in another browser or replaced by a newer one. Start the login again.',
      );
    const form = await this.states.redeem(state);
    if (form === undefined)
      throw new BadRequest(
        'This login is not known: it took longer than 10 minutes, or was used before. Start it again.',
      );
    if (form === 'browser' && browserState === undefined)
      throw new BadRequest(
        'This login was begun in another browser, or cookies are switched off. Start the login again.',
      );
  }

  private async fetchAccount(code: string): Promise<{ grant: LoginGrant; profile: PlatformProfile }> {
    try {
      const grant = await this.accounts.exchangeCode(code);
      return { grant, profile: await this.api.profile(grant.accessToken) };
    } catch (error) {
      // A code that the platform does not know is the caller's mistake; everything else is the platform's failure.
      if (!(error instanceof PlatformError) || error instanceof PlatformGrantRefused) throw error;
      throw new LoginFailed(error);
    }
  }
}
