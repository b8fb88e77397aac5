import { type Day, dayOf } from '../../common/days';

/** When figures were computed, by the user's calendar. */
export interface Dated {
  /** Before every day for those that are marked as outdated. */
  local_day: Day;
  timezone: string;
}

/** Whether figures end today: from the next day on, the period has moved on. */
export function isOfToday({ local_day, timezone }: Dated): boolean {
  return local_day === dayOf(new Date(), timezone);
}
