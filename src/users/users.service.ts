import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { User } from './user.schema';

/** What the platform tells about the person who logs in. */
export type UserProfile = Pick<
  User,
  'platform_id' | 'display_name' | 'image_url' | 'country' | 'product' | 'email_encrypted'
>;

@Injectable()
export class UsersService {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Creates the user of a platform account, or brings their profile up to date. */
  async upsertFromProfile(profile: UserProfile): Promise<User> {
    const { platform_id, ...changes } = profile;
    return this.users
      .findOneAndUpdate(
        { platform_id },
        { $set: changes },
        { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
      )
      .lean<User>()
      .orFail();
  }

  findById(userId: string): Promise<User | null> {
    return this.users.findById(userId).lean<User>();
  }

  /** The user who came first. */
  findFirst(): Promise<User | null> {
    return this.users.findOne().sort({ _id: 1 }).lean<User>();
  }

  /** The only user there is; null when there is none or more than one. */
  async findOnly(): Promise<User | null> {
    const users = await this.users.find().limit(2).lean<User[]>();
    return users.length === 1 ? (users[0] ?? null) : null;
  }

  /** IANA zone of the user's calendar days; UTC for a user who is not there any more. */
  async timezoneOf(userId: string): Promise<string> {
    const user = await this.users.findById(userId).select('timezone').lean<Pick<User, 'timezone'>>();
    return user?.timezone ?? 'UTC';
  }

  async setTimezone(userId: string, timezone: string): Promise<void> {
    await this.users.updateOne({ _id: userId }, { $set: { timezone } });
  }
}
