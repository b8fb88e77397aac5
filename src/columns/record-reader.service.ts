import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { DAY_MS } from '../common/durations';
import { JOBS_CONNECTION } from '../database/connections';
import { readInBatches } from '../database/read-batches';
import { Play } from '../history/play.schema';

/** Decoded in a few milliseconds. */
const BATCH_SIZE = 500;

/** What columns take of a play. */
export type RecordedPlay = Pick<
  Play,
  '_id' | 'track' | 'played_at' | 'ms_played' | 'source' | 'context_type' | 'context_uri' | 'artist_key' | 'track_key'
> &
  Partial<Pick<Play, 'seen'>>;

const FIELDS = {
  played_at: 1,
  ms_played: 1,
  source: 1,
  context_type: 1,
  context_uri: 1,
  artist_key: 1,
  track_key: 1,
  seen: 1,
  'track.platform_id': 1,
  'track.name': 1,
  'track.artist_name': 1,
  'track.album_name': 1,
  'track.duration_ms': 1,
} as const;

/** Reads the record, the documents of a history, for its columns. */
@Injectable()
export class RecordReader {
  private readonly plays: mongo.Collection;

  constructor(@InjectModel(Play.name, JOBS_CONNECTION) plays: Model<Play>) {
    this.plays = plays.collection;
  }

  /** All plays of a user, oldest first, batch by batch. */
  all(userId: string): AsyncIterable<RecordedPlay[]> {
    return this.read({ user_id: userId });
  }

  /** The plays of some UTC days, which are in order. */
  async *ofDays(userId: string, days: readonly string[]): AsyncGenerator<RecordedPlay[], void> {
    for (const { from, before } of runsOf(days)) {
      yield* this.read({ user_id: userId, played_at: { $gte: new Date(from), $lt: new Date(before) } });
    }
  }

  private read(filter: mongo.Filter<mongo.Document>): AsyncGenerator<RecordedPlay[], void> {
    const order = { played_at: 1, _id: 1 } as const;
    return readInBatches<RecordedPlay>(this.plays, filter, { sort: order, projection: FIELDS, batchSize: BATCH_SIZE });
  }
}

/** Days without a gap between them, as instants, ms since 1970. */
export interface DayRun {
  from: number;
  before: number;
}

/** @param days `YYYY-MM-DD`, in order */
export function runsOf(days: readonly string[]): DayRun[] {
  const runs: DayRun[] = [];
  for (const day of days) {
    const from = Date.parse(`${day}T00:00:00Z`);
    const last = runs.at(-1);
    if (last?.before === from) last.before += DAY_MS;
    else runs.push({ from, before: from + DAY_MS });
  }
  return runs;
}
