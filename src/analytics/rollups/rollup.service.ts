import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { monthOf } from '../../common/days';
import type { DayRange } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { EVERY_DAY, TouchedDay } from '../../history/touched-day.schema';
import type { WholeHistory } from '../../history/writing/writing-session';
import type { WrittenPlays } from '../../history/writing/written-plays';
import { UsersService } from '../../users/users.service';
import { DayGrouper } from './day-grouper';
import type { DayDraft } from './day-draft';
import { MonthCollector, type CollectedMonth } from './month-collector';
import { PlaysReader } from './plays-reader.service';
import { type RollupLease, RollupLeases } from './rollup-lease.service';
import { RollupState } from './rollup-state.schema';
import { RollupStore } from './rollup-store.service';
import { SummedMonths } from './summed-months.service';
import { lengthOf, localRuns } from './touched-runs';

/** What a build gets to know, and tells, while it works. */
export interface BuildContext {
  /** Aborted when the build should stop; what it has not got to is done by the next one. */
  signal?: AbortSignal;
  /** Called after each month with the calendar days done and to do. */
  onProgress?: (daysDone: number, daysTotal: number) => void;
  /** All plays of the user, where they are in memory anyway. */
  whole?: WholeHistory | null;
}

/** What a build reads, and the right to write what follows from it. */
interface Build {
  zone: string;
  marks: readonly Mark[];
  lease: RollupLease;
  /** All plays of the user, if they need not be read from the database. */
  written: WrittenPlays | undefined;
  /** No roll-up is stored. */
  isFirst?: boolean;
}

/** Months that are written beside each other, while the next is read. */
const MONTHS_AT_ONCE = 4;

type Mark = Pick<TouchedDay, '_id' | 'day' | 'revision'>;

/** Keeps the roll-ups of each user's history up to date. */
@Injectable()
export class RollupService {
  constructor(
    private readonly users: UsersService,
    private readonly plays: PlaysReader,
    private readonly store: RollupStore,
    private readonly summed: SummedMonths,
    private readonly leases: RollupLeases,
    @InjectModel(RollupState.name, JOBS_CONNECTION) private readonly states: Model<RollupState>,
    @InjectModel(TouchedDay.name, JOBS_CONNECTION) private readonly marks: Model<TouchedDay>,
  ) {}

  /**
   * Rebuilds the days that have changed since the last time; all of them when there are no roll-ups yet, when the user's
   * zone has changed, or when every day has.
   */
  bringUpToDate(userId: string, context: BuildContext = {}): Promise<void> {
    return this.underLease(userId, context, async (build) => {
      const { zone, marks } = build;
      const state = await this.states.findOne({ user_id: userId }).select('timezone').lean();
      const isEveryDayTouched = marks.some(({ day }) => day === EVERY_DAY);
      if (state?.timezone !== zone || isEveryDayTouched) await this.buildAll(userId, build, context);
      else if (marks.length > 0) {
        const days = marks.map(({ day }) => day);
        const runs = localRuns(days, zone);
        await this.summed.discard(userId, monthOf(runs[0]?.first ?? ''));
        await this.build(userId, runs, build, context);
      }
    });
  }

  /** Builds every roll-up anew from the history. */
  rebuild(userId: string, context: BuildContext = {}): Promise<void> {
    return this.underLease(userId, context, (build) => this.buildAll(userId, build, context));
  }

  /** Does the work for the user's zone. Whether they have changed it meanwhile, who computes figures looks at the end. */
  private underLease(
    userId: string,
    { signal, whole }: BuildContext,
    work: (build: Build) => Promise<void>,
  ): Promise<void> {
    return this.leases.withLease(userId, signal, async (lease) => {
      const zone = await this.users.timezoneOf(userId);
      const marks = await this.marksOf(userId);
      // Whoever writes after this marks the days that they change once more, so that these marks stay.
      const written = (await whole?.isCurrent()) === true ? whole?.plays : undefined;
      await work({ zone, marks, lease, written });
      await this.summed.bringUpToDate(userId, zone, lease);
      await this.settle(userId, zone, marks);
    });
  }

  private async buildAll(userId: string, build: Build, context: BuildContext): Promise<void> {
    const { zone } = build;
    // Until all is built no zone holds, so that a build that breaks off is begun again.
    await this.states.updateOne({ user_id: userId }, { $set: { timezone: '' } });
    const range = await this.plays.playedRange(userId, zone);
    await this.summed.discard(userId, '');
    await this.store.deleteOutside(userId, range);
    if (range === null) return;
    const isFirst = await this.store.isEmpty(userId);
    await this.build(userId, [range], { ...build, isFirst }, context);
  }

  private async build(
    userId: string,
    runs: readonly DayRange[],
    { zone, lease, written, isFirst = false }: Build,
    { signal, onProgress }: BuildContext,
  ): Promise<void> {
    const total = runs.reduce((sum, run) => sum + lengthOf(run), 0);
    let done = 0;
    const write = async (month: CollectedMonth): Promise<void> => {
      await lease.extend();
      await (isFirst ? this.store.insert(userId, zone, month) : this.store.replace(userId, zone, month));
      done += lengthOf(month.covered);
      onProgress?.(done, total);
    };
    const writing: Promise<void>[] = [];
    let latest = '';
    try {
      for (const run of runs) {
        for await (const month of this.monthsOf(userId, zone, run, written)) {
          // Two runs may lie in one month: the second adds to what the first has written.
          await writing.at(month.month === latest ? -1 : -MONTHS_AT_ONCE);
          signal?.throwIfAborted();
          const written = write(month);
          // Its failure is met where it is awaited.
          written.catch(() => undefined);
          writing.push(written);
          latest = month.month;
        }
      }
    } finally {
      await Promise.allSettled(writing);
    }
    await Promise.all(writing);
  }

  /** The roll-ups of a run of days, month by month. */
  private async *monthsOf(
    userId: string,
    zone: string,
    run: DayRange,
    written: WrittenPlays | undefined,
  ): AsyncGenerator<CollectedMonth> {
    const grouper = new DayGrouper(zone);
    const months = new MonthCollector(run);
    const complete = (drafts: DayDraft[]): CollectedMonth[] =>
      drafts
        .filter(({ day }) => day >= run.first && day <= run.last)
        .flatMap((draft) => months.add(draft.finish(userId, zone)));
    for await (const plays of this.plays.playsOf(userId, run, zone, written)) {
      yield* plays.flatMap((play) => complete(grouper.add(play)));
    }
    yield* complete(grouper.finish());
    yield* months.finish();
  }

  private marksOf(userId: string): Promise<Mark[]> {
    return this.marks.find({ user_id: userId }).sort({ day: 1 }).lean<Mark[]>();
  }

  /** Records that the roll-ups hold, and removes the marks of what they now contain: a day changed since keeps its own. */
  private async settle(userId: string, zone: string, marks: readonly Mark[]): Promise<void> {
    await this.states.updateOne({ user_id: userId }, { $set: { timezone: zone, built_at: new Date() } });
    if (marks.length === 0) return;
    await this.marks.collection.bulkWrite(
      marks.map(({ _id, day, revision }) => ({ deleteOne: { filter: { user_id: userId, day, _id, revision } } })),
      { ordered: false },
    );
  }
}
