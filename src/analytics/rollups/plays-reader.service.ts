import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { dayOf, endOfDay, startOfDay } from '../../common/days';
import { ownTurn } from '../../common/own-turn';
import type { DayRange } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { readInBatches } from '../../database/read-batches';
import { Play as StoredPlay } from '../../history/play.schema';
import type { WrittenPlays } from '../../history/writing/written-plays';
import type { Play } from './play';

/** Rows a round trip: large enough that waiting for the database does not show, and decoded in a few milliseconds. */
const BATCH_SIZE = 500;

const PLAY_FIELDS = {
  _id: 0,
  played_at: 1,
  ms_played: 1,
  'track.platform_id': 1,
  'track.name': 1,
  'track.artist_name': 1,
  'track.album_name': 1,
  'track.duration_ms': 1,
};

/** Reads the listening history for the roll-ups. */
@Injectable()
export class PlaysReader {
  private readonly plays: mongo.Collection;

  constructor(@InjectModel(StoredPlay.name, JOBS_CONNECTION) plays: Model<StoredPlay>) {
    this.plays = plays.collection;
  }

  /**
   * The plays between the edges of a range of days, batch by batch, oldest first; where clocks go back, some of its
   * neighbours' too.
   * @param written all plays of the user, if they are in memory
   */
  playsOf(userId: string, range: DayRange, zone: string, written?: WrittenPlays): AsyncIterable<Play[]> {
    const [start, end] = [startOfDay(range.first, zone), endOfDay(range.last, zone)];
    if (written !== undefined) return inBatches(written.between(start.getTime(), end.getTime()));
    return readInBatches(
      this.plays,
      { user_id: userId, played_at: { $gte: start, $lt: end } },
      { sort: { played_at: 1, _id: 1 }, projection: PLAY_FIELDS, batchSize: BATCH_SIZE },
    );
  }

  /** The days of the first and the last play; null when there is none. */
  async playedRange(userId: string, zone: string): Promise<DayRange | null> {
    const [first, last] = await Promise.all([this.firstPlayAfter(userId, new Date(0)), this.lastPlay(userId)]);
    return first === null || last === null ? null : { first: dayOf(first, zone), last: dayOf(last, zone) };
  }

  /** The number of days with a play, found by leaping over the rest of each day. */
  async countPlayedDays(userId: string, zone: string): Promise<number> {
    let days = 0;
    let next = await this.firstPlayAfter(userId, new Date(0));
    while (next !== null) {
      days += 1;
      next = await this.firstPlayAfter(userId, endOfDay(dayOf(next, zone), zone));
    }
    return days;
  }

  private firstPlayAfter(userId: string, from: Date): Promise<Date | null> {
    return this.edge({ user_id: userId, played_at: { $gte: from } }, 1);
  }

  private lastPlay(userId: string): Promise<Date | null> {
    return this.edge({ user_id: userId }, -1);
  }

  private async edge(filter: mongo.Filter<mongo.Document>, direction: 1 | -1): Promise<Date | null> {
    const options = { sort: { played_at: direction, _id: direction }, projection: { _id: 0, played_at: 1 } };
    const row = (await this.plays.findOne(filter, options)) as { played_at: Date } | null;
    return row?.played_at ?? null;
  }
}

/** What is in memory keeps the thread no longer at a time than what is read. */
async function* inBatches(plays: Iterable<Play>): AsyncGenerator<Play[], void> {
  let batch: Play[] = [];
  for (const play of plays) {
    batch.push(play);
    if (batch.length < BATCH_SIZE) continue;
    await ownTurn();
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
