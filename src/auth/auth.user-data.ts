import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { UsersService } from '../users/users.service';
import { EmailSeal } from './email-seal';
import { SessionService } from './session.service';

/** A user's sessions, and the address that only a login brings. */
@UserDataOwner()
export class AuthUserData implements UserData {
  readonly collections: readonly UserCollection[] = [];

  constructor(
    private readonly sessions: SessionService,
    private readonly users: UsersService,
    private readonly emails: EmailSeal,
  ) {}

  files(userId: string): ExportFile[] {
    const about = 'Your email address, as the music platform has told it.';
    return [{ name: 'email.jsonl', about, content: this.emailOf(userId) }];
  }

  lockOut(userId: string): Promise<void> {
    return this.sessions.revokeAll(userId);
  }

  private async *emailOf(userId: string): AsyncGenerator<string, void> {
    const user = await this.users.findById(userId);
    if (user !== null) yield `${JSON.stringify({ email: this.emails.open(user) })}\n`;
  }
}
