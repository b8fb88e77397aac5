import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { ApiLog } from './api-log.schema';

/** The calls that were made for a user. */
@UserDataOwner()
export class ApiLogsUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly logs: UserCollection;

  constructor(@InjectModel(ApiLog.name, JOBS_CONNECTION) logs: Model<ApiLog>) {
    this.logs = byUserId(logs);
    this.collections = [this.logs];
  }

  files(userId: string): ExportFile[] {
    const about = 'Calls that the service has made to the music platform for you.';
    const rows = rowsOf(this.logs, userId, { sort: { timestamp: -1, _id: -1 } });
    return [{ name: 'api-logs.jsonl', about, content: jsonLines(rows) }];
  }
}
