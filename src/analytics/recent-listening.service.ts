import { Injectable } from '@nestjs/common';
import { Columns } from '../columns/columns.service';
import type { Day } from '../common/days';
import { Recordings } from './figures/recordings';
import { RECENT } from './figures/statements';

interface RecentRecording extends Record<string, unknown> {
  track_id: string;
  track_name: string;
  artist_name: string;
  album_name: string;
  ended_at: number;
  plays: number;
  ms: number;
}

/** What a user has played of late. */
@Injectable()
export class RecentListening {
  constructor(private readonly columns: Columns) {}

  /** Everything played since a day; `playedAt` tells when a track was last played. */
  async since(userId: string, day: Day): Promise<Recordings> {
    const recordings = new Recordings();
    for (const recent of await this.columns.rows<RecentRecording>(userId, RECENT, { first: day })) {
      const { track_id, track_name, artist_name, album_name, ended_at, plays, ms } = recent;
      recordings.albumOf(artist_name, album_name).add(track_id, track_name, ended_at, plays, ms);
    }
    return recordings;
  }
}
