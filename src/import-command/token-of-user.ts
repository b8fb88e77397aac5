import { JwtService } from '@nestjs/jwt';
import type { Services } from '../command-line/open-services';
import { StartError } from '../common/start-error';
import type { Settings } from '../config/settings';
import { EmailSeal } from '../auth/email-seal';
import { sessionSigning } from '../auth/session.module';
import { SessionService } from '../auth/session.service';
import type { User } from '../users/user.schema';

/** More are not listed. */
const MOST_NAMED = 20;

/**
 * A session token of the user that a command is to work for, signed with the service's own secret, as whoever can read the
 * data folder could do anyway.
 * @param wanted id, platform id or email address; the only user, if undefined
 * @throws StartError where that is nobody, or could be several
 */
export async function tokenOfUser(settings: Settings, { database, redis }: Services, wanted?: string): Promise<string> {
  const users = await database.collection<User>('users').find().toArray();
  const user = chooseUser(users, wanted, new EmailSeal(settings));
  const sessions = new SessionService(new JwtService(sessionSigning(settings)), redis);
  return sessions.issue({ id: String(user._id), platformId: user.platform_id });
}

function chooseUser(users: User[], wanted: string | undefined, emails: EmailSeal): User {
  if (users.length === 0) throw new StartError(NOBODY);
  if (wanted === undefined) {
    const [only, ...others] = users;
    if (only !== undefined && others.length === 0) return only;
    throw new StartError(`There are ${users.length} users. Say whose plays these are with --user:\n${listOf(users)}`);
  }
  const found = users.find(
    (user) =>
      [String(user._id), user.platform_id].includes(wanted) || emails.open(user).toLowerCase() === wanted.toLowerCase(),
  );
  if (found === undefined) throw new StartError(`No user is ${wanted}. There are:\n${listOf(users)}`);
  return found;
}

const NOBODY = 'There is no user yet. Start Playledger, open it in a browser and sign in once; then run this again.';

function listOf(users: User[]): string {
  const lines = users
    .slice(0, MOST_NAMED)
    .map((user) => `  ${String(user._id)}  ${user.display_name || user.platform_id}`);
  return [...lines, ...(users.length > MOST_NAMED ? ['  and others'] : [])].join('\n');
}
