import { Injectable } from '@nestjs/common';
import { canonicalZone } from '../common/days';
import { NotAuthenticated } from '../common/errors/errors';
import { SyncJobsService } from '../sync-jobs/sync-jobs.service';
import { UsersService } from '../users/users.service';
import { AccountResponse, PreferencesBody, PreferencesResponse, toAccountResponse } from './account.dto';

/** A user's own record and preferences. A session outlives its user's deletion: then it is worth nothing. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersService,
    private readonly jobs: SyncJobsService,
  ) {}

  /** @throws NotAuthenticated */
  async get(userId: string): Promise<AccountResponse> {
    const user = await this.users.findById(userId);
    if (user === null) throw new NotAuthenticated();
    return toAccountResponse(user);
  }

  /**
   * Changes the zone of the user's calendar days and has the roll-ups built anew by it.
   *
   * @throws NotAuthenticated
   */
  async changePreferences(userId: string, { timezone }: PreferencesBody): Promise<PreferencesResponse> {
    const user = await this.users.setTimezone(userId, canonicalZone(timezone));
    if (user === null) throw new NotAuthenticated();
    const job = await this.jobs.start({ userId, jobType: 'rollup_build' });
    return Object.assign(toAccountResponse(user), { job_id: job === null ? null : String(job._id) });
  }
}
