import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { jsonLines } from '../database/user-data/user-rows';
import { User } from './user.schema';

/** The user's own record. */
@UserDataOwner()
export class UsersUserData implements UserData {
  /** The record goes first of all, so that there is nobody to log in as while the rest is erased. */
  readonly collections: readonly UserCollection[] = [];

  constructor(@InjectModel(User.name, JOBS_CONNECTION) private readonly users: Model<User>) {}

  files(userId: string): ExportFile[] {
    const about = 'Your profile and preferences.';
    return [{ name: 'profile.jsonl', about, content: jsonLines(this.recordOf(userId), toProfile) }];
  }

  async lockOut(userId: string): Promise<void> {
    await this.users.deleteOne({ _id: new Types.ObjectId(userId) });
  }

  private async *recordOf(userId: string): AsyncGenerator<User[], void> {
    yield await this.users.find({ _id: new Types.ObjectId(userId) }).lean<User[]>();
  }
}

/** The address is encrypted here; whoever has its key tells it. */
function toProfile({ _id, ...user }: User): object {
  const profile = Object.entries(user).filter(([field]) => field !== 'email_encrypted');
  return { id: _id, ...Object.fromEntries(profile) };
}
