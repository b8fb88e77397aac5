import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, type mongo } from 'mongoose';
import { chunksOf, inTurns } from '../../common/chunks';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import type { MatchedPlays, WrittenRow } from '../matching/match-plays';
import type { Outcome } from '../matching/reported-play';
import { FURTHEST_MOVE_MS } from '../matching/same-play';
import type { TimeRange } from '../matching/time-ranges';
import { Play } from '../play.schema';
import { BatchLimit } from './batch-limit.service';
import type { Written } from './play-tally';

/** Ranges of stored rows fetched at a time. */
const RANGES_AT_ONCE = 8;
const ROWS_AN_INSERT = 250;

/** Reads and writes rows of the history for matching. Native documents, past Mongoose: the hot path of an import. */
@Injectable()
export class PlayRows {
  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>,
    private readonly limit: BatchLimit,
  ) {}

  /** The stored rows that ended in these stretches of time. */
  async within(userId: string, ranges: readonly TimeRange[]): Promise<Play[]> {
    const rows: Play[] = [];
    for (const some of chunksOf(ranges, RANGES_AT_ONCE)) {
      const found = await Promise.all(
        some.map(({ from, to }) =>
          this.history.collection
            .find<Play>({ user_id: userId, played_at: { $gte: new Date(from), $lte: new Date(to) } })
            .toArray(),
        ),
      );
      for (const part of found) rows.push(...part);
    }
    return rows;
  }

  /**
   * Stores what matching has found. Changed rows first: what they leave, an added row may take. Should another writer be
   * there after all, the unique index has the last word, and what it refuses becomes a duplicate in `outcomes`.
   */
  async store({ added, changed, outcomes }: MatchedPlays): Promise<Written> {
    if (changed.length > 0) {
      const updates = changed.map(toUpdate);
      await countLost(outcomes, changed, () => this.history.collection.bulkWrite(updates, { ordered: false }));
    }
    const insert = (part: WrittenRow[]): Promise<number> => this.insert(outcomes, part);
    const refused = await inTurns(added, ROWS_AN_INSERT, insert, this.limit.now().inserts);
    const more = refused.reduce((rest, lost) => rest - lost, added.length);
    return { more, oldest: Math.min(oldestOf(added), oldestOf(changed) - FURTHEST_MOVE_MS) };
  }

  /** @returns how many of the rows were refused */
  private insert(outcomes: Outcome[], added: readonly WrittenRow[]): Promise<number> {
    const rows = added.map(({ row }) => row);
    return countLost(outcomes, added, () => this.history.collection.insertMany(rows, { ordered: false }));
  }
}

function oldestOf(rows: readonly WrittenRow[]): number {
  return rows.reduce((oldest, { row }) => Math.min(oldest, row.played_at.getTime()), Infinity);
}

async function countLost(
  outcomes: Outcome[],
  rows: readonly WrittenRow[],
  write: () => Promise<unknown>,
): Promise<number> {
  try {
    await write();
    return 0;
  } catch (error) {
    const refused = refusedAsDuplicates(error);
    if (refused === null) throw error;
    for (const position of refused) {
      const row = rows[position];
      if (row !== undefined) outcomes[row.index] = 'duplicate';
    }
    return refused.length;
  }
}

/** Everything about a row that a merge can change. */
function toUpdate({ row }: WrittenRow): mongo.AnyBulkWriteOperation {
  const { track, played_at, ms_played, context_type, context_uri, seen, merged_from, reported_as } = row;
  const changes = { track, played_at, ms_played, context_type, context_uri, seen, merged_from };
  return {
    updateOne: {
      filter: { _id: row._id },
      update: { $set: reported_as === undefined ? changes : { ...changes, reported_as } },
    },
  };
}
