import { addDays, localTimeOf, type Day } from '../../common/days';
import { DayDraft } from './day-draft';
import type { Play } from './play';

/**
 * Sorts plays, given oldest first, into calendar days, and hands over each day when no more plays of it can come.
 * Holds two days at most: where clocks go back over midnight a day comes back for an hour after the next has begun.
 */
export class DayGrouper {
  private open: DayDraft[] = [];

  constructor(private readonly zone: string) {}

  /** Takes one play; returns the days that are complete by it, oldest first. */
  add(play: Play): DayDraft[] {
    const { day, hour } = localTimeOf(play.played_at, this.zone);
    let draft = this.open.find((candidate) => candidate.day === day);
    if (draft !== undefined) {
      draft.add(play, hour);
      return [];
    }
    draft = new DayDraft(day);
    draft.add(play, hour);
    this.open.push(draft);
    return this.close(addDays(day, -1));
  }

  /** The days still open, when no more plays come. */
  finish(): DayDraft[] {
    const rest = this.open.sort((a, b) => (a.day < b.day ? -1 : 1));
    this.open = [];
    return rest;
  }

  private close(before: Day): DayDraft[] {
    const complete = this.open.filter(({ day }) => day < before);
    if (complete.length > 0) this.open = this.open.filter(({ day }) => day >= before);
    return complete;
  }
}
