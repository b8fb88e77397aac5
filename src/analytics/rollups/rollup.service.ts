import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { addDays, type Day } from '../../common/days';
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
import { PlaysReader } from './plays-reader.service';
import { type RollupLease, RollupLeases } from './rollup-lease.service';
import { RollupState } from './rollup-state.schema';
import type { DailyRollup } from './rollup';
import { RollupStore } from './rollup-store.service';
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
}

/** Days that are written together, while the next are read. */
const DAYS_AT_ONCE = 60;

/** Keeps the roll-ups of each user's history up to date. */
@Injectable()
export class RollupService {
  constructor(
    private readonly users: UsersService,
    private readonly plays: PlaysReader,
    private readonly store: RollupStore,
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
        await this.build(userId, localRuns(changed, zone), build, context);
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
      const built = { timezone: zone, built_at: new Date(), applied_revision: revision };
      await this.states.updateOne({ user_id: userId }, { $set: built });
    });
  }

  private async buildAll(userId: string, build: Build, context: BuildContext): Promise<void> {
    // Until all is built no zone holds, so that a build that breaks off is begun again.
    await this.states.updateOne({ user_id: userId }, { $set: { timezone: '' } });
    const range = await this.plays.playedRange(userId, build.zone);
    await this.store.deleteOutside(userId, range);
    if (range !== null) await this.build(userId, [range], build, context);
  }

  private async build(
    userId: string,
    runs: readonly DayRange[],
    { zone, lease, written }: Build,
    { signal, onProgress }: BuildContext,
  ): Promise<void> {
    const total = runs.reduce((sum, run) => sum + lengthOf(run), 0);
    let done = 0;
    let writing = Promise.resolve();
    const write = async (range: DayRange, rollups: readonly DailyRollup[]): Promise<void> => {
      await lease.extend();
      await this.store.replace(userId, range, rollups);
      done += lengthOf(range);
      onProgress?.(done, total);
    };
    for (const run of runs) {
      for await (const { range, rollups } of this.rollupsOf(userId, zone, run, written)) {
        await writing;
        signal?.throwIfAborted();
        writing = write(range, rollups);
        // Its failure is met where it is awaited.
        writing.catch(() => undefined);
      }
    }
    await writing;
  }

  /** The roll-ups of a run of days, some days at a time. */
  private async *rollupsOf(
    userId: string,
    zone: string,
    run: DayRange,
    written: WrittenPlays | undefined,
  ): AsyncGenerator<{ range: DayRange; rollups: DailyRollup[] }> {
    const grouper = new DayGrouper(zone);
    let first = run.first;
    let rollups: DailyRollup[] = [];
    const take = (last: Day): { range: DayRange; rollups: DailyRollup[] } => {
      const taken = { range: { first, last }, rollups };
      first = addDays(last, 1);
      rollups = [];
      return taken;
    };
    const add = (drafts: readonly DayDraft[]): void => {
      const ofRun = drafts.filter(({ day }) => day >= run.first && day <= run.last);
      rollups.push(...ofRun.map((draft) => draft.finish(userId, zone)));
    };
    for await (const plays of this.plays.playsOf(userId, run, zone, written)) {
      for (const play of plays) add(grouper.add(play));
      const last = rollups.at(-1)?.date;
      if (last !== undefined && rollups.length >= DAYS_AT_ONCE) yield take(last);
    }
    add(grouper.finish());
    yield take(run.last);
  }

  private stateOf(userId: string): Promise<Pick<RollupState, 'timezone' | 'applied_revision'> | null> {
    return this.states.findOne({ user_id: userId }).select('timezone applied_revision').lean();
  }
}
