import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { isPlatformId } from '../../catalogue/name-id';
import { JOBS_CONNECTION } from '../../database/connections';
import { touchedInstants } from '../matching/matched-plays';
import { Play } from '../play.schema';
import { HistoryEditor } from '../writing/history-editor.service';
import { NameList } from '../writing/name-list.service';
import { PlayRows } from '../writing/play-rows.service';
import type { Written } from '../writing/play-tally';
import { fillRows, type NamedTrack } from './fill-names';
import { settleAlteredRows } from './settle-altered-rows';

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
   * Gives the plays of some tracks the names that they lack, those of albums included; what is one play by these names
   * becomes one row.
   * @param known what is known of the tracks, by their ids
   * @returns how many plays have changed
   */
  async fill(userId: string, known: ReadonlyMap<string, NamedTrack>): Promise<number> {
    const edit = await this.editor.edit(userId, async () => {
      const ofTracks = await this.find(userId, { 'track.platform_id': { $in: [...known.keys()] } });
      const filled = fillRows(ofTracks, known);
      if (filled.size === 0) return null;
      const namesakes = await this.find(userId, { track_key: { $in: [...filled.keys()].map((row) => row.track_key) } });
      const others = new Map([...ofTracks, ...namesakes].map((row) => [row._id.toHexString(), row]));
      for (const { _id } of filled.keys()) others.delete(_id.toHexString());
      const settled = settleAlteredRows(filled, [...others.values()]);
      const write = async (): Promise<Written> => {
        // Before the plays, as whoever writes plays does: what is not in the list no filter with wildcards finds.
        await (await this.names.of(userId)).add(settled.changed.map(({ row }) => row));
        return this.rows.store(settled);
      };
      return { instants: touchedInstants(settled), write, count: settled.changed.length + settled.removed.length };
    });
    return edit?.count ?? 0;
  }

  private find(userId: string, of: mongo.Filter<Play>): Promise<Play[]> {
    return this.history.find({ ...of, user_id: userId }).toArray();
  }
}
