import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../connections';
import { insertUnknown } from '../insert-unknown';
import { UserDeletion } from './user-deletion.schema';

/** Remembers which users have left, and how far their erasure is. */
@Injectable()
export class UserDeletions {
  constructor(@InjectModel(UserDeletion.name, JOBS_CONNECTION) private readonly deletions: Model<UserDeletion>) {}

  /** Notes that a user leaves; the same again changes nothing. */
  async begin(userId: string): Promise<void> {
    await insertUnknown(this.deletions, [{ _id: userId, requested_at: new Date(), erased_at: null, settled: false }]);
  }

  /** Whether the user leaves or has left. */
  async has(userId: string): Promise<boolean> {
    return (await this.deletions.exists({ _id: userId })) !== null;
  }

  async noteErased(userId: string): Promise<void> {
    await this.deletions.updateOne({ _id: userId, erased_at: null }, { $set: { erased_at: new Date() } });
  }

  async noteSettled(userId: string): Promise<void> {
    await this.deletions.updateOne({ _id: userId }, { $set: { settled: true } });
  }

  /** Deletions after which something may still be left, the oldest first. */
  due(): Promise<UserDeletion[]> {
    return this.deletions.find({ settled: false }).sort({ requested_at: 1 }).lean<UserDeletion[]>();
  }
}
