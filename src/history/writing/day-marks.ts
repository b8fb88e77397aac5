import { Gathered } from '../../common/gathered';
import { unique } from '../../common/unique';
import { EVERY_DAY } from '../changed-day.schema';
import { type MatchedPlays, touchedInstants } from '../matching/matched-plays';
import { type ChangedDays, utcDaysOf } from './changed-days.service';
import type { HeldLease } from './history-leases.service';

/** The marks of the days that one session changes, those of all batches that wait for them in one command. */
export class DayMarks {
  private readonly marking = new Gathered<string>((days) =>
    this.changedDays.mark(this.userId, unique(days), this.lease.revision()),
  );
  /** Hardly a day will be left as it was, so that no day is marked by itself. */
  private isEveryDayTouched = false;
  /** By which revision all days have been marked. */
  private everyDay: { revision: number; marked: Promise<void> } | null = null;

  constructor(
    private readonly userId: string,
    private readonly lease: HeldLease,
    private readonly changedDays: ChangedDays,
  ) {}

  /** From now on all days are marked at once. */
  takeEveryDay(): void {
    this.isEveryDayTouched = true;
  }

  /** What is to be marked for a batch: the UTC days that change by it, or EVERY_DAY. */
  of(matched: MatchedPlays): string[] {
    const instants = touchedInstants(matched);
    if (!this.isEveryDayTouched) return utcDaysOf(instants);
    return instants.length === 0 ? [] : [EVERY_DAY];
  }

  /** Resolves when these days are marked, so that their plays may be written. @returns by which revision */
  async before(days: readonly string[]): Promise<number> {
    const revision = await this.lease.confirm();
    await this.mark(days);
    return revision;
  }

  /**
   * Marks them once more if the lease was lost since: others may have settled their revision before the plays came in.
   * @param revision by which they were marked before the write
   */
  async after(days: readonly string[], revision: number): Promise<void> {
    if ((await this.lease.confirm()) !== revision) await this.mark(days);
  }

  private async mark(days: readonly string[]): Promise<void> {
    if (days.length === 0) return;
    this.lease.willChange();
    if (!days.includes(EVERY_DAY)) return this.marking.add(days);
    const revision = this.lease.revision();
    if (this.everyDay?.revision !== revision) this.everyDay = { revision, marked: this.marking.add(days) };
    return this.everyDay.marked;
  }
}
