import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { isPlatformId } from '../../catalogue/name-id';
import { JOBS_CONNECTION } from '../../database/connections';
import { nameKeysOf, type NameKeys } from '../matching/track-forms';
import { Play, type PlayedTrack } from '../play.schema';
import { HistoryLeases } from '../writing/history-leases.service';
import { NameList } from '../writing/name-list.service';
import { TouchedDays, utcDaysOf } from '../writing/touched-days.service';
import { fillNames, type NamedTrack } from './fill-names';

/** The keys of plays without a name of the track, or of the artist, by which indexes find them. */
const BLANKS = [{ track_key: '' }, { artist_key: '' }] as const;

/** A row, with the names that it lacked. */
interface FilledRow {
  row: Play;
  track: PlayedTrack;
  keys: NameKeys;
}

/** The rows of histories whose track is known by its id, without its name or its artist's. */
@Injectable()
export class NamelessRows {
  private readonly history: mongo.Collection<Play>;

  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) history: Model<Play>,
    private readonly leases: HistoryLeases,
    private readonly touchedDays: TouchedDays,
    private readonly names: NameList,
  ) {
    this.history = history.collection as unknown as mongo.Collection<Play>;
  }

  /** Whether a history has plays without names. */
  async areIn(userId: string): Promise<boolean> {
    const found = await Promise.all(
      BLANKS.map((blank) => this.history.findOne({ user_id: userId, ...blank }, { projection: { _id: 1 } })),
    );
    return found.some((play) => play !== null);
  }

  /** The platform's ids of the tracks of a history's plays without names. */
  async trackIdsOf(userId: string): Promise<string[]> {
    const ids = await Promise.all(
      BLANKS.map(async (blank) => {
        return (await this.history.distinct('track.platform_id', { user_id: userId, ...blank })) as string[];
      }),
    );
    return [...new Set(ids.flat())].filter(isPlatformId);
  }

  /**
   * Gives the plays of some tracks the names that they lack, those of albums included.
   * @param known what is known of the tracks, by their ids
   * @returns how many plays have changed
   */
  async fill(userId: string, known: ReadonlyMap<string, NamedTrack>): Promise<number> {
    const lease = await this.leases.acquire(userId);
    let days: string[] = [];
    try {
      const filled = await this.filledRows(userId, known);
      if (filled.length === 0) return 0;
      days = utcDaysOf(filled.map(({ row }) => row.played_at.getTime()));
      await this.touchedDays.markBefore(userId, days);
      // Before the plays, as whoever writes plays does: what is not in the list no filter with wildcards finds.
      await (await this.names.of(userId)).add(filled.map(({ keys }) => keys));
      await lease.change(async () => {
        await this.write(filled);
        return { more: 0, oldest: Infinity };
      });
      return filled.length;
    } finally {
      await Promise.all([this.touchedDays.markAfter(userId, days), lease.release()]);
    }
  }

  private async filledRows(userId: string, known: ReadonlyMap<string, NamedTrack>): Promise<FilledRow[]> {
    const rows = await this.history
      .find({ user_id: userId, 'track.platform_id': { $in: [...known.keys()] } })
      .toArray();
    return rows.flatMap((row) => {
      const names = known.get(row.track.platform_id);
      const track = names === undefined ? null : fillNames(row.track, names);
      if (track === null) return [];
      return [{ row, track, keys: nameKeysOf({ artistName: track.artist_name, trackName: track.name }) }];
    });
  }

  private async write(filled: readonly FilledRow[]): Promise<void> {
    await this.history.bulkWrite(
      filled.map(({ row, track, keys }) => ({
        updateOne: { filter: { _id: row._id }, update: { $set: { track, ...keys } } },
      })),
      { ordered: false },
    );
  }
}
