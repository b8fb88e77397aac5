import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, type mongo } from 'mongoose';
import { chunksOf, inTurns } from '../../common/chunks';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import { type AddedRow, type ChangedRow, firstMove, type MatchedPlays } from '../matching/matched-plays';
import type { Outcome } from '../matching/reported-play';
import type { TimeRange } from '../matching/time-ranges';
import { inOrderOfPlaces } from '../matching/write-order';
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
   * Stores what matching has found, in an order in which no report is lost if the process dies on the way, and what rows
   * leave can be taken by others. Should another writer be there after all, the unique index has the last word, and what
   * it refuses becomes a duplicate in `outcomes`.
   */
  async store(matched: MatchedPlays): Promise<Written> {
    const { outcomes } = matched;
    const { parted, changed, added, removed, moved } = inOrderOfPlaces(matched);
    let more = parted.length + added.length;
    if (parted.length > 0) more -= await this.insert(outcomes, parted);
    if (changed.length > 0) await this.update(outcomes, changed);
    const insert = (part: AddedRow[]): Promise<number> => this.insert(outcomes, part);
    for (const refused of await inTurns(added, ROWS_AN_INSERT, insert, this.limit.now().inserts)) more -= refused;
    if (removed.length > 0) more -= await this.remove(removed);
    if (moved.length > 0) await this.update(outcomes, moved);
    return { more, oldest: firstMove(matched) };
  }

  /** @returns how many of the rows were refused */
  private async insert(outcomes: Outcome[], added: readonly AddedRow[]): Promise<number> {
    const rows = added.map(({ row }) => row);
    const refused = await duplicatesIn(() => this.history.collection.insertMany(rows, { ordered: false }));
    markLost(outcomes, added, refused);
    return refused.length;
  }

  /** Updates rows one after the other, since their order counts; those after one that is refused follow all the same. */
  private async update(outcomes: Outcome[], changed: readonly ChangedRow[]): Promise<void> {
    for (let rest = changed; rest.length > 0;) {
      const updates = rest.map(toUpdate);
      const refused = await duplicatesIn(() => this.history.collection.bulkWrite(updates));
      markLost(outcomes, rest, refused);
      rest = rest.slice((refused[0] ?? rest.length) + 1);
    }
  }

  /** @returns how many rows there were */
  private async remove(rows: readonly Play[]): Promise<number> {
    const ids = rows.map(({ _id }) => _id);
    return (await this.history.collection.deleteMany({ _id: { $in: ids } })).deletedCount;
  }
}

/** @returns the positions of what the unique index has refused */
async function duplicatesIn(write: () => Promise<unknown>): Promise<readonly number[]> {
  try {
    await write();
    return [];
  } catch (error) {
    const refused = refusedAsDuplicates(error);
    if (refused === null) throw error;
    return refused;
  }
}

function markLost(outcomes: Outcome[], rows: readonly { index: number }[], refused: readonly number[]): void {
  for (const position of refused) {
    const index = rows[position]?.index ?? -1;
    if (index >= 0) outcomes[index] = 'duplicate';
  }
}

function toUpdate({ row }: ChangedRow): mongo.AnyBulkWriteOperation {
  return { replaceOne: { filter: { _id: row._id }, replacement: row } };
}
