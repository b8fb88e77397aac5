import { Injectable } from '@nestjs/common';
import { HistoryLeases } from './history-leases.service';
import type { Written } from './play-tally';
import { ChangedDays, utcDaysOf } from './changed-days.service';
import { DayMarks } from './day-marks';

/** A change of plays that are stored. */
export interface HistoryEdit {
  /** ms since 1970: the days in which they lie count otherwise by it. */
  instants: readonly number[];
  write: () => Promise<Written>;
}

/** Changes stored plays of a user under the lease of their history, with the days that change marked. */
@Injectable()
export class HistoryEditor {
  constructor(
    private readonly leases: HistoryLeases,
    private readonly changedDays: ChangedDays,
  ) {}

  /**
   * @param find says what is to be changed, and is called under the lease; null for nothing
   * @returns the change that was made
   * @throws ServiceUnavailable when others hold the history for a minute on end
   */
  async edit<Edit extends HistoryEdit>(userId: string, find: () => Promise<Edit | null>): Promise<Edit | null> {
    const lease = await this.leases.acquire(userId);
    try {
      const edit = await find();
      if (edit === null) return null;
      const marks = new DayMarks(userId, lease, this.changedDays);
      const days = utcDaysOf(edit.instants);
      const revision = await marks.before(days);
      try {
        await lease.change(edit.write);
      } finally {
        await marks.after(days, revision);
      }
      return edit;
    } finally {
      await lease.release();
    }
  }
}
