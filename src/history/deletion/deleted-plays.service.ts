import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { ReportedPlay } from '../matching/reported-play';
import { areEndsNear, isFeedRepeat, isInMinute } from '../matching/same-play';
import { type TrackForm, TrackForms } from '../matching/track-forms';
import type { Play } from '../play.schema';
import { type DeletedPlay, DeletedPlays } from './deleted-plays.schema';

/**
 * Plays that are remembered for a user. The feed tells the newest fifty plays of half a minute at least, so that of plays
 * deleted at once these are more than it can tell of.
 */
export const MOST_REMEMBERED = 1_000;

/** Remembers plays that were deleted for as long as the platform's feed may tell of them. */
@Injectable()
export class DeletedPlayMemory {
  private readonly forms = new TrackForms();

  constructor(@InjectModel(DeletedPlays.name, JOBS_CONNECTION) private readonly memory: Model<DeletedPlays>) {}

  /** Remembers rows that are about to be deleted. To be called under the user's lease. */
  async remember(userId: string, rows: readonly Play[]): Promise<void> {
    const $each = rows.map(({ played_at, ms_played, artist_key, track_key, seen, track }): DeletedPlay => ({
      played_at,
      length_ms: ms_played ?? track.duration_ms,
      track_id: track.platform_id,
      artist_key,
      track_key,
      seen,
    }));
    await this.memory.collection.updateOne(
      { _id: userId } as never,
      { $push: { plays: { $each, $sort: { played_at: -1 }, $slice: MOST_REMEMBERED } } } as never,
      { upsert: true },
    );
  }

  /** Which of the plays that the feed tells were deleted, by their positions. To be called under the user's lease. */
  async among(userId: string, plays: readonly ReportedPlay[]): Promise<number[]> {
    const deleted = (await this.memory.findById(userId).lean<DeletedPlays>())?.plays ?? [];
    if (deleted.length === 0) return [];
    return [...plays.keys()].filter((index) => {
      const play = plays[index];
      return play !== undefined && deleted.some((one) => isOf(one, play, this.forms.of(play)));
    });
  }
}

/** By the rules by which reports are matched. */
function isOf(deleted: DeletedPlay, { playedAt }: ReportedPlay, form: TrackForm): boolean {
  return isSameTrack(deleted, form) && isAtItsTime(deleted, playedAt);
}

function isAtItsTime({ seen: { api, extended, account }, length_ms = 0 }: DeletedPlay, playedAt: number): boolean {
  if (api !== undefined) return isFeedRepeat(api.getTime(), playedAt);
  // The feed dates some plays by their start.
  return [playedAt, playedAt + length_ms].some(
    (end) =>
      (extended !== undefined && areEndsNear(extended.getTime(), end)) ||
      (account !== undefined && isInMinute(end, account.getTime())),
  );
}

function isSameTrack({ track_id, artist_key, track_key }: DeletedPlay, form: TrackForm): boolean {
  if (track_id === form.track.platform_id) return true;
  return track_key !== '' && track_key === form.track_key && artist_key === form.artist_key;
}
