import { Injectable } from '@nestjs/common';
import type { Session } from '../common/authentication';
import { Settings } from '../config/settings';
import { PlatformTokensService } from '../platform/platform-tokens.service';
import { NotLinked, PlatformError } from '../platform/platform.errors';
import type { User } from '../users/user.schema';
import { UsersService } from '../users/users.service';
import { StatusResponse, toStatusResponse } from './auth.dto';
import { TokenRefreshFailed } from './auth.errors';
import { EmailSeal } from './email-seal';
import { SessionService } from './session.service';

/** A user, and the token of the session that was made for them just now, if one was. */
export interface Identity {
  user: User;
  newToken?: string;
}

/** Who a request speaks for, and how their link to the platform stands. */
@Injectable()
export class AuthService {
  constructor(
    private readonly settings: Settings,
    private readonly sessions: SessionService,
    private readonly users: UsersService,
    private readonly tokens: PlatformTokensService,
    private readonly emails: EmailSeal,
  ) {}

  newSession(user: User): string {
    return this.sessions.issue({ id: String(user._id), platformId: user.platform_id });
  }

  /** The session's user; without a session the only user of the service, logged in without asking (AUTO_LOGIN). */
  async identify(session: Session | undefined): Promise<Identity | null> {
    const user = session === undefined ? null : await this.users.findById(session.userId);
    if (user !== null) return { user };
    const only = this.settings.autoLogin ? await this.users.findOnly() : null;
    return only === null ? null : { user: only, newToken: this.newSession(only) };
  }

  async status(user: User): Promise<StatusResponse> {
    return toStatusResponse(user, this.emails.open(user), await this.tokens.stateOf(String(user._id)));
  }

  /** @throws NotLinked, TokenRefreshFailed */
  async refreshPlatformToken(userId: string): Promise<void> {
    try {
      await this.tokens.refresh(userId);
    } catch (error) {
      // By the contract every failed refresh is a 401, also when the platform is merely away.
      if (!(error instanceof PlatformError) || error instanceof NotLinked) throw error;
      throw new TokenRefreshFailed(error);
    }
  }
}
