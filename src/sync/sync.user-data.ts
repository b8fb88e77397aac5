import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { ScheduleQueue } from './schedules/schedule-queue.service';
import { SyncState } from './sync-state.schema';

/** How far the copying of a user's data is, and when it goes on. */
@UserDataOwner()
export class SyncUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly states: UserCollection;

  constructor(
    @InjectModel(SyncState.name, JOBS_CONNECTION) states: Model<SyncState>,
    private readonly schedule: ScheduleQueue,
  ) {
    this.states = byUserId(states);
    this.collections = [this.states];
  }

  files(userId: string): ExportFile[] {
    const about = 'How far the copying of your plays, playlists and top lists from the music platform is.';
    const rows = rowsOf(this.states, userId, { sort: { _id: 1 } });
    return [{ name: 'sync-state.jsonl', about, content: jsonLines(rows) }];
  }

  erase(userId: string): Promise<void> {
    return this.schedule.forget(userId);
  }
}
