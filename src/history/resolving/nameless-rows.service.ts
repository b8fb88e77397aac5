import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { isPlatformId } from '../../catalogue/name-id';
import { JOBS_CONNECTION } from '../../database/connections';
import { type ChangedRow, noMatches, touchedInstants } from '../matching/matched-plays';
import { nameKeysOf } from '../matching/track-forms';
import { Play } from '../play.schema';
import { HistoryEditor } from '../writing/history-editor.service';
import { NameList } from '../writing/name-list.service';
import { PlayRows } from '../writing/play-rows.service';
import type { Written } from '../writing/play-tally';
import { fillNames, type NamedTrack } from './fill-names';

/** The keys of plays without a name of the track, or of the artist, by which indexes find them. */
const BLANKS = [{ track_key: '' }, { artist_key: '' }] as const;

/** The rows of histories whose track is known by its id, without its name or its artist's. */
@Injectable()
export class NamelessRows {
  private readonly history: mongo.Collection<Play>;

  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) history: Model<Play>,
    private readonly editor: HistoryEditor,
    private readonly rows: PlayRows,
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
    const edit = await this.editor.edit(userId, async () => {
      const changed = await this.filledRows(userId, known);
      const matched = { ...noMatches(0), changed };
      const write = async (): Promise<Written> => {
        // Before the plays, as whoever writes plays does: what is not in the list no filter with wildcards finds.
        await (await this.names.of(userId)).add(changed.map(({ row }) => row));
        return this.rows.store(matched);
      };
      return changed.length === 0 ? null : { instants: touchedInstants(matched), write, count: changed.length };
    });
    return edit?.count ?? 0;
  }

  private async filledRows(userId: string, known: ReadonlyMap<string, NamedTrack>): Promise<ChangedRow[]> {
    const rows = await this.history
      .find({ user_id: userId, 'track.platform_id': { $in: [...known.keys()] } })
      .toArray();
    return rows.flatMap((before) => {
      const names = known.get(before.track.platform_id);
      const track = names === undefined ? null : fillNames(before.track, names);
      if (track === null) return [];
      const keys = nameKeysOf({ artistName: track.artist_name, trackName: track.name });
      return [{ before, row: Object.assign({}, before, { track, ...keys }), index: -1 }];
    });
  }
}
