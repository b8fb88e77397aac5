import { Injectable } from '@nestjs/common';
import { NotFound } from '../common/errors/errors';
import { type Caller, isLocalCaller } from '../common/local-caller';
import { Settings } from '../config/settings';
import type { User } from '../users/user.schema';
import { UsersService } from '../users/users.service';

/** The way in without the platform, for those who develop with the service. */
@Injectable()
export class DevLogin {
  constructor(
    private readonly settings: Settings,
    private readonly users: UsersService,
  ) {}

  /**
   * The first user of the service.
   *
   * @throws NotFound unless the service runs in debug or development mode and somebody has logged in before; and, where
   * real accounts are linked, to a caller on another machine
   */
  async userFor(caller: Caller): Promise<User> {
    const { devLoginOpen, platformClientId, trustProxyHops } = this.settings;
    if (!devLoginOpen) throw new NotFound('Not Found');
    if (platformClientId !== undefined && !isLocalCaller(caller, trustProxyHops > 0))
      throw new NotFound(
        'With a platform app the dev login is for programs on this machine only, which call 127.0.0.1',
      );
    const user = await this.users.findFirst();
    if (user === null) throw new NotFound('There is no user yet: log in at /api/v1/auth/login first');
    return user;
  }
}
