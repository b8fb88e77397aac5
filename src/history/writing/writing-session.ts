import { ownTurn } from '../../common/own-turn';
import { PlayMatcher } from '../matching/play-matcher';
import type { MatchedPlays, WrittenReports } from '../matching/matched-plays';
import type { ReportedPlay, TrackNames } from '../matching/reported-play';
import type { TimeRange } from '../matching/time-ranges';
import type { TrackForms } from '../matching/track-forms';
import type { Play } from '../play.schema';
import type { PlaySource } from '../play-source';
import type { BatchLimit } from './batch-limit.service';
import { DayMarks } from './day-marks';
import type { HeldLease } from './history-leases.service';
import type { NameList } from './name-list.service';
import type { PlayRows } from './play-rows.service';
import type { Written } from './play-tally';
import { type Origin, recordIdsOf } from './record-id';
import { RowsOnTheirWay } from './rows-on-their-way';
import { SessionNames } from './session-names';
import type { ChangedDays } from './changed-days.service';
import { MOST_PLAYS, WrittenPlays } from './written-plays';

/** A history is as good as new to records that are so many times as many as its plays. */
const TIMES_AS_MANY = 10;

/** What a session writes with. */
export interface WritingTools {
  rows: PlayRows;
  changedDays: ChangedDays;
  names: NameList;
  forms: TrackForms;
  limit: Pick<BatchLimit, 'now'>;
}

/** A batch that is matched, and has yet to be stored. */
export interface MatchedBatch {
  matched: MatchedPlays;
  /** The UTC days that change by it, or EVERY_DAY. */
  days: string[];
}

/** All plays of a user, in memory. */
export interface WholeHistory {
  plays: WrittenPlays;
  /** Whether the history has been left alone since, so that these are its plays still. */
  isCurrent(): Promise<boolean>;
}

/**
 * Batch after batch of what sources report about one user's plays, written under the user's lease. While batches are
 * being stored the next may be matched already: what is on its way to the database counts as being there.
 */
export class WritingSession {
  private readonly onTheirWay = new RowsOnTheirWay();
  private readonly names: SessionNames;
  private readonly marks: DayMarks;
  /** The batches so far, in the database. */
  private stored: Promise<void> = Promise.resolve();
  /** Of each batch that may not be in the database yet: that one and those before it, stored. */
  private readonly underWay: Promise<void>[] = [];
  /** The last of them that changes rows, and those before it. */
  private changed: Promise<void> = Promise.resolve();
  /** The batches so far, stored or failed: nothing of them is under way any more. */
  private ended: Promise<unknown> = Promise.resolve();
  /** All plays of the history, while it is known that this session has added each of them. */
  private whole: WrittenPlays | null = null;

  constructor(
    private readonly userId: string,
    private readonly lease: HeldLease,
    private readonly tools: WritingTools,
  ) {
    this.names = new SessionNames(userId, tools.names);
    this.marks = new DayMarks(userId, lease, tools.changedDays);
  }

  /**
   * Tells how many records are to come, before anything is written. Where they outnumber the plays that there are by far,
   * marking all days at once costs a tenth less than one after the other; where there are none, what is written is kept
   * in memory, unless it will be too much.
   */
  async expect(records: number): Promise<void> {
    const plays = await this.lease.countPlays();
    if (plays === 0 && records <= MOST_PLAYS) this.whole = new WrittenPlays();
    if (plays !== null && plays * TIMES_AS_MANY <= records) this.marks.takeEveryDay();
  }

  /**
   * Tells what is played in batches to come, so that these need not wait until its names are in the list. It may well be
   * left out: what is not in the list when a batch is stored is added then.
   */
  nameAhead(tracks: readonly TrackNames[]): void {
    this.names.ahead(tracks);
  }

  /**
   * Finds out which of the plays that a source reports are new. Every batch before must have been given to `store`, which
   * need not have ended; this one must be next.
   */
  async match(source: PlaySource, plays: readonly ReportedPlay[], origin?: Origin): Promise<MatchedBatch> {
    if (this.lease.isWanted()) await this.makeWay();
    const reports = { userId: this.userId, source, plays, recordId: recordIdsOf(origin) };
    const matcher = new PlayMatcher(reports, this.tools.forms);
    let ranges: TimeRange[] | null = matcher.ranges;
    while (ranges !== null) {
      const rows = await this.rowsWithin(ranges);
      await ownTurn();
      ranges = matcher.take(rows, ranges);
    }
    const matched = matcher.match();
    return { matched, days: this.marks.of(matched) };
  }

  /**
   * Stores a batch beside those before it, once the days that it changes are marked and its names are in the list.
   * @returns what became of the plays; throws when this batch could not be stored
   */
  store(batch: MatchedBatch): Promise<WrittenReports> {
    const storing = this.storeBeside(batch);
    this.ended = Promise.allSettled([this.ended, storing]);
    return storing;
  }

  /** Resolves when another batch may be given to `store` beside those before; throws when one of these has failed. */
  async roomForAnother(): Promise<void> {
    while (this.underWay.length >= this.tools.limit.now().batches) await this.underWay[0];
  }

  /** Finds the landmarks of the history that are missing. To be called when all batches are stored. */
  addLandmarks(): Promise<void> {
    return this.lease.addLandmarks(this.whole);
  }

  /**
   * Lets others write this history, once no batch is on its way to the database any more.
   * @returns the plays of the history, where they are all in memory
   */
  async close(): Promise<WholeHistory | null> {
    await this.ended;
    await this.names.pause();
    await this.lease.release();
    return this.whole && { plays: this.whole, isCurrent: () => this.lease.isAsLeft() };
  }

  private async storeBeside({ matched, days }: MatchedBatch): Promise<WrittenReports> {
    const arrived = this.onTheirWay.add(matched);
    this.keep(matched);
    // Rows that change may be rows of batches before, and what they leave is taken by batches after.
    const isApart = !isAllNew(matched);
    const marking = this.announce(matched, days);
    const storing = Promise.all([marking, isApart ? this.stored : this.changed]).then(() =>
      this.lease.change(() => this.write(matched)),
    );
    this.stored = Promise.all([this.stored, storing]).then(() => undefined);
    if (isApart) this.changed = this.stored;
    this.underWay.push(this.stored);
    // Its failure is met by whoever waits for it.
    this.stored.then(
      () => this.underWay.shift(),
      () => undefined,
    );
    try {
      await storing;
      arrived();
    } finally {
      await this.marks.after(days, await marking);
    }
    return { outcomes: matched.outcomes, joined: matched.joined };
  }

  private keep(matched: MatchedPlays): void {
    if (!isAllNew(matched) || this.whole?.add(matched.added.map(({ row }) => row)) === false) this.whole = null;
  }

  private async write(matched: MatchedPlays): Promise<Written> {
    try {
      const written = await this.tools.rows.store(matched);
      if (written.more < matched.added.length) this.whole = null;
      return written;
    } catch (error) {
      this.whole = null;
      throw error;
    }
  }

  /** @returns the revision by which the days are marked */
  private async announce({ added, changed }: MatchedPlays, days: readonly string[]): Promise<number> {
    // Rows that were parted have names that were there already.
    const named = this.names.before([...added, ...changed].map(({ row }) => row));
    const [revision] = await Promise.all([this.marks.before(days), named]);
    return revision;
  }

  private async makeWay(): Promise<void> {
    await this.stored;
    await this.names.pause();
    this.whole = null;
    await this.lease.lend();
    this.names.resume();
  }

  /** The rows in these stretches of time as they will be when all batches before are stored. */
  private rowsWithin(ranges: readonly TimeRange[]): Promise<Play[]> {
    return this.onTheirWay.within(ranges, () => this.storedWithin(ranges));
  }

  private async storedWithin(ranges: readonly TimeRange[]): Promise<Play[]> {
    // While a file is read in its order there are none, and the database need not be asked.
    if (this.whole?.someIn(ranges) === false) return [];
    return this.tools.rows.within(this.userId, ranges);
  }
}

/** Whether nothing but new rows is to be written. */
function isAllNew({ parted, changed, removed }: MatchedPlays): boolean {
  return parted.length + changed.length + removed.length === 0;
}
