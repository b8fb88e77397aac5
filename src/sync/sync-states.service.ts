import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { SyncState } from './sync-state.schema';

/** How long playlists and top items are good for, as far as the schedule goes. */
const SLOW_DATA_MS = 6 * 3600_000;

/** Keeps how far the copying of each user's data has come. */
@Injectable()
export class SyncStates {
  constructor(@InjectModel(SyncState.name, JOBS_CONNECTION) private readonly states: Model<SyncState>) {}

  /** Null for a user who was never synced. */
  of(userId: string): Promise<SyncState | null> {
    return this.states.findOne({ user_id: userId }).lean<SyncState>();
  }

  async update(userId: string, changes: Partial<Omit<SyncState, '_id' | 'user_id'>>): Promise<void> {
    await this.states.updateOne({ user_id: userId }, { $set: changes }, { upsert: true });
  }

  /** Users at whose feed somebody should look before the schedule does, and since when. */
  async *dueSooner(now: Date): AsyncGenerator<{ userId: string; since: Date }> {
    const due = this.states
      .find({ next_poll_at: { $type: 'date', $lte: now } })
      .sort({ next_poll_at: 1 })
      .lean<SyncState>();
    for await (const { user_id, next_poll_at } of due.cursor())
      if (next_poll_at !== null) yield { userId: user_id, since: next_poll_at };
  }
}

/** Whether data that change slowly were last copied so long ago, or never, that the schedule should copy them again. */
export function isOld(copiedAt: Date | null | undefined, now: Date): boolean {
  return !copiedAt || now.getTime() - copiedAt.getTime() >= SLOW_DATA_MS;
}
