import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { TopItems } from './top-items/top-items.schema';

/** The platform's own lists of what a user likes best. */
@UserDataOwner()
export class RecommendationsUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly lists: UserCollection;

  constructor(@InjectModel(TopItems.name, JOBS_CONNECTION) lists: Model<TopItems>) {
    this.lists = byUserId(lists);
    this.collections = [this.lists];
  }

  files(userId: string): ExportFile[] {
    const about = 'The music platform’s own lists of the artists and tracks that you like best.';
    const rows = rowsOf(this.lists, userId, { sort: { _id: 1 } });
    return [{ name: 'top-items.jsonl', about, content: jsonLines(rows) }];
  }
}
