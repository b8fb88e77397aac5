import { Gathered } from '../../common/gathered';
import { unique } from '../../common/unique';
import { type MatchedPlays, touchedInstants } from '../matching/matched-plays';
import { EVERY_DAY } from '../touched-day.schema';
import { type TouchedDays, utcDaysOf } from './touched-days.service';

/** The marks of the days that one session changes, those of all batches that wait for them in one command. */
export class DayMarks {
  private readonly markingBefore = new Gathered<string>((days) =>
    this.touchedDays.markBefore(this.userId, unique(days)),
  );
  private readonly markingAfter = new Gathered<string>((days) => this.touchedDays.markAfter(this.userId, unique(days)));
  /** Hardly a day will be left as it was, so that no day is marked by itself. */
  private isEveryDayTouched = false;
  /** That all days have been marked, once for the session. */
  private everyDayMarked: Promise<void> | null = null;

  constructor(
    private readonly userId: string,
    private readonly touchedDays: TouchedDays,
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

  /** Resolves when these days are marked, so that their plays may be written. */
  before(days: readonly string[]): Promise<void> {
    if (!days.includes(EVERY_DAY)) return this.markingBefore.add(days);
    return (this.everyDayMarked ??= this.markingBefore.add(days));
  }

  /** Marks them once more, now that their plays are written or have failed to be. */
  after(days: readonly string[]): Promise<void> {
    return this.markingAfter.add(days);
  }
}
