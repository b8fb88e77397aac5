import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isValidObjectId, type Model, Types } from 'mongoose';
import { readOne } from '../database/plain-reads';
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

  async findById(userId: string): Promise<User | null> {
    return isValidObjectId(userId) ? this.users.findById(userId).lean<User>() : null;
  }

  /** The user who came first. */
  findFirst(): Promise<User | null> {
    return this.users.findOne().sort({ created_at: 1, _id: 1 }).lean<User>();
  }

  /** The only user there is; null when there is none or more than one. */
  async findOnly(): Promise<User | null> {
    const users = await this.users.find().limit(2).lean<User[]>();
    return users.length === 1 ? (users[0] ?? null) : null;
  }

  /** The ids of all users, read as they are asked for. */
  async *allIds(): AsyncGenerator<string> {
    const users = this.users.find().sort({ _id: 1 }).select('_id').lean<User>();
    for await (const { _id } of users.cursor()) yield String(_id);
  }

  async setLastSynced(userId: string, at: Date): Promise<void> {
    await this.users.updateOne({ _id: userId }, { $set: { last_synced_at: at } });
  }

  /** IANA zone of the user's calendar days; UTC for a user who is not there any more. */
  async timezoneOf(userId: string): Promise<string> {
    return (await this.statisticsOf(userId)).timezone;
  }

  /** What the statistics of a user are called until they are computed again, and their zone. */
  async statisticsOf(userId: string): Promise<Pick<User, 'timezone' | 'statistics_name'>> {
    const fields = { timezone: 1, statistics_name: 1 } as const;
    const user = isValidObjectId(userId)
      ? await readOne<Partial<User>>(this.users, { _id: new Types.ObjectId(userId) }, fields)
      : null;
    return { timezone: user?.timezone ?? 'UTC', statistics_name: user?.statistics_name ?? '' };
  }

  /** To be called when statistics of a user have been stored. */
  async renameStatistics(userId: string): Promise<void> {
    if (!isValidObjectId(userId)) return;
    await this.users.updateOne({ _id: userId }, { $set: { statistics_name: String(new Types.ObjectId()) } });
  }

  /** @returns the user with the new zone; null for one who is not there any more */
  async setTimezone(userId: string, timezone: string): Promise<User | null> {
    if (!isValidObjectId(userId)) return null;
    return this.users.findByIdAndUpdate(userId, { $set: { timezone } }, { returnDocument: 'after' }).lean<User>();
  }
}
