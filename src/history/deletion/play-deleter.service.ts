import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { PlayFilter } from '../listing/history-filter.service';
import { Play } from '../play.schema';
import { HistoryEditor } from '../writing/history-editor.service';
import { HistoryLeases } from '../writing/history-leases.service';
import { NameList } from '../writing/name-list.service';
import type { Written } from '../writing/play-tally';
import { DeletedPlayMemory } from './deleted-plays.service';

const NEWEST_FIRST = { played_at: -1, _id: -1 } as const;
/** Of names with wildcards nothing is sorted on this walk through a user's plays by time. */
const BY_TIME = { user_id: 1, ...NEWEST_FIRST } as const;

/** Plays that were deleted. */
export interface DeletedBatch {
  count: number;
  /** When the oldest of them ended; null where there is none. */
  oldest: Date | null;
}

/** Deletes plays under the lease of their history. */
@Injectable()
export class PlayDeleter {
  private readonly history: mongo.Collection<Play>;

  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) history: Model<Play>,
    private readonly editor: HistoryEditor,
    private readonly leases: HistoryLeases,
    private readonly memory: DeletedPlayMemory,
    private readonly names: NameList,
  ) {
    this.history = history.collection as unknown as mongo.Collection<Play>;
  }

  /**
   * Deletes so many of the plays that a filter meets, the newest, and marks their days. The landmarks of the history that
   * go with them are left to `forgetNames`, since a batch that follows would drop them again.
   */
  async deleteNewest(userId: string, filter: PlayFilter | { _id: Play['_id'] }, most: number): Promise<DeletedBatch> {
    const edit = await this.editor.edit(userId, async () => {
      const rows = await this.newest(filter, most);
      const instants = rows.map(({ played_at }) => played_at.getTime());
      const write = async (): Promise<Written> => {
        // First of all: should the process die before they are deleted, they are met again.
        await this.memory.remember(userId, rows);
        const { deletedCount } = await this.history.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
        return { more: -deletedCount, oldest: Math.min(...instants) };
      };
      return rows.length === 0 ? null : { instants, write, count: rows.length, oldest: rows.at(-1)?.played_at ?? null };
    });
    return edit ?? { count: 0, oldest: null };
  }

  /** Takes the names out of the user's list that no play has any more, and finds the landmarks that are missing. */
  async forgetNames(userId: string): Promise<void> {
    const lease = await this.leases.acquire(userId);
    try {
      await this.names.rebuild(userId);
      await lease.addLandmarks();
    } finally {
      await lease.release();
    }
  }

  private newest(filter: PlayFilter | { _id: Play['_id'] }, most: number): Promise<Play[]> {
    const cursor = this.history.find(filter).sort(NEWEST_FIRST).limit(most);
    const hasPattern =
      'user_id' in filter && [filter.artist_key, filter.track_key].some((key) => typeof key === 'object');
    return (hasPattern ? cursor.hint(BY_TIME) : cursor).toArray();
  }
}
