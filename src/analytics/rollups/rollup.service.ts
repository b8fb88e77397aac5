import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { monthOf } from '../../common/days';
import type { DayRange } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { EVERY_DAY } from '../../history/changed-day.schema';
import { ChangedDays } from '../../history/writing/changed-days.service';
import { HistoryLeases } from '../../history/writing/history-leases.service';
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
  /** The UTC days that have changed since the last build, in order, or EVERY_DAY. */
  changed: readonly string[];
  lease: RollupLease;
  /** All plays of the user, if they need not be read from the database. */
  written: WrittenPlays | undefined;
  /** No roll-up is stored. */
  isFirst?: boolean;
}

/** Months that are written beside each other, while the next is read. */
const MONTHS_AT_ONCE = 4;

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
    private readonly histories: HistoryLeases,
    private readonly changedDays: ChangedDays,
  ) {}

  /**
   * Rebuilds the days that have changed since the last time; all of them when there are no roll-ups yet, when the user's
   * zone has changed, or when every day has.
   */
  bringUpToDate(userId: string, context: BuildContext = {}): Promise<void> {
    return this.underLease(userId, context, async (build) => {
      const { zone, changed } = build;
      const state = await this.stateOf(userId);
      if (state?.timezone !== zone || changed.includes(EVERY_DAY)) await this.buildAll(userId, build, context);
      else if (changed.length > 0) {
        const runs = localRuns(changed, zone);
        await this.summed.discard(userId, monthOf(runs[0]?.first ?? ''));
        await this.build(userId, runs, build, context);
      }
    });
  }

  /** The UTC days that have changed since the roll-ups were last brought up to date, in order, or EVERY_DAY. */
  async changedSinceBuild(userId: string): Promise<string[]> {
    const state = await this.stateOf(userId);
    return this.changedDays.since(userId, state?.applied_revision ?? 0);
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
      // Before the plays are read: what is written meanwhile has a later revision.
      const revision = await this.histories.settled(userId);
      const changed = await this.changedSinceBuild(userId);
      const written = (await whole?.isCurrent()) === true ? whole?.plays : undefined;
      await work({ zone, changed, lease, written });
      await this.summed.bringUpToDate(userId, zone, lease);
      const built = { timezone: zone, built_at: new Date(), applied_revision: revision };
      await this.states.updateOne({ user_id: userId }, { $set: built });
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

  private stateOf(userId: string): Promise<Pick<RollupState, 'timezone' | 'applied_revision'> | null> {
    return this.states.findOne({ user_id: userId }).select('timezone applied_revision').lean();
  }
}
