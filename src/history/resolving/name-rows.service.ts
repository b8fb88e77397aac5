import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { Track } from '../../catalogue/track.schema';
import { DAY_MS } from '../../common/durations';
import { JOBS_CONNECTION } from '../../database/connections';
import { touchedInstants } from '../matching/matched-plays';
import { Play } from '../play.schema';
import { HistoryEditor } from '../writing/history-editor.service';
import { PlayRows } from '../writing/play-rows.service';
import { type FoundTrack, settleNameRows } from './settle-name-rows';

/** Ids made of names begin with `name:`; no other id lies between these. */
const FIRST_NAME_ID = 'name:';
const AFTER_NAME_IDS = 'name;';

/** No play of a row lies further from one of its track that it can be one with. */
const WIDEST_REACH_MS = DAY_MS;

/** The rows of histories whose track is known by name alone. */
@Injectable()
export class NameRows {
  private readonly history: mongo.Collection<Play>;

  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) history: Model<Play>,
    private readonly editor: HistoryEditor,
    private readonly rows: PlayRows,
  ) {
    this.history = history.collection as unknown as mongo.Collection<Play>;
  }

  /** The first ids made of names in a user's history, in order; found by leaping over the plays of each. */
  async idsOf(userId: string, after: string, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let last = after === '' ? FIRST_NAME_ID : after;
    while (ids.length < limit) {
      const next = await this.history.findOne(
        { user_id: userId, 'track.platform_id': { $gt: last, $lt: AFTER_NAME_IDS } },
        { sort: { 'track.platform_id': 1 }, projection: { _id: 0, 'track.platform_id': 1 } },
      );
      if (next === null) break;
      last = next.track.platform_id;
      ids.push(last);
    }
    return ids;
  }

  /** Gives the rows of an id made of names the track's own id. @returns how many rows changed */
  async settle(userId: string, nameId: string, track: Track): Promise<number> {
    const edit = await this.editor.edit(userId, async () => {
      const named = await this.rowsOf(userId, nameId);
      if (named.length === 0) return null;
      const times = named.map(({ played_at }) => played_at.getTime());
      const own = await this.rowsOf(userId, track.platform_id, {
        $gte: new Date(Math.min(...times) - WIDEST_REACH_MS),
        $lte: new Date(Math.max(...times) + WIDEST_REACH_MS),
      });
      const settled = settleNameRows(named, own, toFound(track));
      return {
        instants: touchedInstants(settled),
        write: () => this.rows.store(settled),
        count: settled.changed.length + settled.removed.length,
      };
    });
    return edit?.count ?? 0;
  }

  private rowsOf(userId: string, trackId: string, playedAt?: { $gte: Date; $lte: Date }): Promise<Play[]> {
    const filter = { user_id: userId, 'track.platform_id': trackId, ...(playedAt && { played_at: playedAt }) };
    return this.history.find(filter).sort({ played_at: 1 }).toArray();
  }
}

function toFound({ platform_id, album, duration_ms }: Track): FoundTrack {
  return {
    platformId: platform_id,
    albumName: album?.name ?? '',
    albumImageUrl: album?.image_url ?? '',
    durationMs: duration_ms,
  };
}
