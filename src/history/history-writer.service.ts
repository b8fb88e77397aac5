import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, mongo, Types } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type MatchedPlays, matchPlays, type WrittenRow } from './matching/match-plays';
import type { Outcome, ReportedPlay } from './matching/reported-play';
import { FURTHEST_MOVE_MS } from './matching/same-play';
import { timeRanges } from './matching/time-ranges';
import { TrackForms } from './matching/track-forms';
import { Play, type PlaySource } from './play.schema';
import { HistoryLeases } from './writing/history-leases.service';
import { NameList } from './writing/name-list.service';
import { recordIds } from './writing/record-id';
import { TouchedDays, utcDaysOf } from './writing/touched-days.service';
import { DUPLICATE_KEY } from '../database/duplicate-key';

/** Ranges of stored rows fetched at a time. */
const RANGES_AT_ONCE = 8;
const ROWS_AN_INSERT = 1_000;

/** Which records of which import the plays come from, so that work done again after a crash knows its own rows. */
export interface Origin {
  jobId: string;
  /** For each play a number that no other record of the job has. */
  ordinals: readonly number[];
}

/** The one way by which plays come into the history. */
@Injectable()
export class HistoryWriter {
  private readonly forms = new TrackForms();

  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>,
    private readonly leases: HistoryLeases,
    private readonly touchedDays: TouchedDays,
    private readonly names: NameList,
  ) {}

  /**
   * Matches plays that one source reports with the user's history and writes what is new, a batch of some thousand at most.
   * Figures that follow from the history are not brought up to date by this: see HistoryChanges.
   *
   * @returns what became of each play, in their order
   */
  async write(userId: string, source: PlaySource, plays: readonly ReportedPlay[], origin?: Origin): Promise<Outcome[]> {
    if (plays.length === 0) return [];
    const lease = await this.leases.acquire(userId);
    let days: string[] = [];
    try {
      const rows = await this.rowsNear(userId, plays);
      const matched = matchPlays(rows, { userId, source, plays, recordId: recordIdsOf(origin) }, this.forms);
      days = daysChangedBy(plays, matched);
      await Promise.all([this.touchedDays.markBefore(userId, days), this.addNames(userId, matched)]);
      await this.store(matched);
      return matched.outcomes;
    } finally {
      await Promise.all([this.touchedDays.markAfter(userId, days), lease.release()]);
    }
  }

  private addNames(userId: string, { added }: MatchedPlays): Promise<void> {
    return this.names.add(
      userId,
      added.map(({ row }) => row),
    );
  }

  private async rowsNear(userId: string, plays: readonly ReportedPlay[]): Promise<Play[]> {
    const ranges = timeRanges(
      plays.map(({ playedAt }) => playedAt),
      FURTHEST_MOVE_MS,
    );
    const rows: Play[] = [];
    for (let start = 0; start < ranges.length; start += RANGES_AT_ONCE) {
      const found = await Promise.all(
        ranges
          .slice(start, start + RANGES_AT_ONCE)
          .map(({ from, to }) =>
            this.history.collection
              .find<Play>({ user_id: userId, played_at: { $gte: new Date(from), $lte: new Date(to) } })
              .toArray(),
          ),
      );
      for (const part of found) rows.push(...part);
    }
    return rows;
  }

  /** Changed rows first: what they leave, an added row may take. Native documents, past Mongoose: the hot path of an import. */
  private async store({ added, changed, outcomes }: MatchedPlays): Promise<void> {
    if (changed.length > 0) {
      const updates = changed.map(toUpdate);
      await this.countLost(outcomes, changed, () => this.history.collection.bulkWrite(updates, { ordered: false }));
    }
    if (added.length > 0) {
      // Side by side, so that one part is stored while the next is made into a message.
      const parts = chunk(added, ROWS_AN_INSERT);
      await Promise.all(parts.map((part) => this.insert(outcomes, part)));
    }
  }

  private insert(outcomes: Outcome[], added: readonly WrittenRow[]): Promise<void> {
    const rows = added.map(({ row }) => row);
    return this.countLost(outcomes, added, () => this.history.collection.insertMany(rows, { ordered: false }));
  }

  /** Should two write at once after all, the unique index has the last word: its refusal makes a duplicate. */
  private async countLost(
    outcomes: Outcome[],
    rows: readonly WrittenRow[],
    write: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
      for (const refusal of [error.writeErrors].flat()) {
        const refused = rows[refusal.index];
        if (refusal.code !== DUPLICATE_KEY || refused === undefined) throw error;
        outcomes[refused.index] = 'duplicate';
      }
    }
  }
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

function recordIdsOf(origin: Origin | undefined): (index: number) => Types.ObjectId {
  if (origin === undefined) return () => new Types.ObjectId();
  const idOf = recordIds(origin.jobId);
  return (index) => {
    const ordinal = origin.ordinals[index];
    if (ordinal === undefined) throw new RangeError(`Play ${index} has no number in job ${origin.jobId}`);
    return idOf(ordinal);
  };
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

/**
 * The UTC days of all plays that are new or merged, those included that were written before a crash. A merge can change
 * what the row's day counts, and the day it lay in before: both are near the report.
 */
function daysChangedBy(plays: readonly ReportedPlay[], { outcomes }: MatchedPlays): string[] {
  return utcDaysOf(
    plays.flatMap(({ playedAt }, index) => {
      if (outcomes[index] === 'merged') return [playedAt - FURTHEST_MOVE_MS, playedAt + FURTHEST_MOVE_MS];
      return outcomes[index] === 'stored' ? [playedAt] : [];
    }),
  );
}
