import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../../database/connections';
import {
  type ExportFile,
  type UserCollection,
  type UserData,
  UserDataOwner,
} from '../../../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../../../database/user-data/user-rows';
import { SavedLens } from './saved-lens.schema';

/** The lenses that a user has saved. */
@UserDataOwner()
export class SavedLensesUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly lenses: UserCollection;

  constructor(@InjectModel(SavedLens.name, JOBS_CONNECTION) lenses: Model<SavedLens>) {
    this.lenses = byUserId(lenses);
    this.collections = [this.lenses];
  }

  files(userId: string): ExportFile[] {
    const about = 'The lenses that you have saved, through which statistics are asked for, each with its name.';
    const rows = rowsOf(this.lenses, userId, { sort: { name: 1 }, projection: { slot: 0 } });
    return [{ name: 'saved-lenses.jsonl', about, content: jsonLines(rows) }];
  }
}
