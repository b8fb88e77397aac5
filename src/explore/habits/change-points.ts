import { addDays, type Day, daysBetween, weekdayOf } from '../../common/days';
import type { DayRange } from '../../common/periods';
import { rounded } from '../rounding';

/** A week with plays: how many, and the sum of the measure by artist. */
export interface Week {
  /** Its first day. */
  monday: Day;
  plays: number;
  /** Numbers of artists, and the sums of each. */
  artists: readonly number[];
  sums: readonly number[];
}

/** Where plays become other ones than before. */
export interface ChangePoint {
  monday: Day;
  /** 1 - the cosine similarity of the artists before and after. */
  distance: number;
}

/** How many weeks before and after a day are compared. */
const WEEKS_A_SIDE = 12;
const FEWEST_PLAYS_A_SIDE = 50;
const DAYS_A_WEEK = 7;
/** Sums of squares are not exact beyond 2^53: distances that differ by less are equal. */
const DECIMALS = 12;

/**
 * Finds the Mondays at which what was played changed most: where the 12 weeks from them are farther from the 12 weeks
 * before than a threshold, and no other Monday up to 11 weeks away is one of a greater distance, or of the same and sooner.
 * @param weeks oldest first
 */
export function changePoints(weeks: readonly Week[], days: DayRange, threshold: number): ChangePoint[] {
  const distances = distancesOf(weeks, days);
  const places = [...distances.keys()];
  return places
    .filter((place) => {
      const own = distances.get(place) ?? 0;
      if (own <= threshold) return false;
      for (let apart = 1; apart < WEEKS_A_SIDE; apart += 1) {
        if ((distances.get(place - apart) ?? 0) >= own || (distances.get(place + apart) ?? 0) > own) return false;
      }
      return true;
    })
    .map((place) => ({ monday: mondayAt(days, place), distance: distances.get(place) ?? 0 }));
}

/** By the number of a Monday, from the first one of the days on: of those that count. */
function distancesOf(weeks: readonly Week[], days: DayRange): Map<number, number> {
  const first = mondayAt(days, 0);
  // Not the week before the first Monday, which is not whole.
  const whole = weeks.filter(({ monday }) => monday >= first);
  const byPlace = new Map(whole.map((week) => [daysBetween(first, week.monday) / DAYS_A_WEEK, week]));
  const last = Math.floor((daysBetween(first, days.last) + 1) / DAYS_A_WEEK) - WEEKS_A_SIDE;
  const [before, after] = [new WeekSums(), new WeekSums()];
  const distances = new Map<number, number>();
  for (let end = 0; end < last + WEEKS_A_SIDE; end += 1) {
    // The week at the end comes in, and one goes over to the other side.
    const middle = end - WEEKS_A_SIDE;
    after.add(byPlace.get(end), 1);
    after.add(byPlace.get(middle), -1);
    before.add(byPlace.get(middle), 1);
    before.add(byPlace.get(middle - WEEKS_A_SIDE), -1);
    const isFull = middle + 1 >= WEEKS_A_SIDE;
    if (isFull && Math.min(before.plays, after.plays) >= FEWEST_PLAYS_A_SIDE)
      distances.set(middle + 1, rounded(1 - before.similarityTo(after), DECIMALS));
  }
  return distances;
}

function mondayAt({ first }: DayRange, place: number): Day {
  const toMonday = (DAYS_A_WEEK - weekdayOf(first)) % DAYS_A_WEEK;
  return addDays(first, toMonday + place * DAYS_A_WEEK);
}

/** Some weeks together. */
class WeekSums {
  plays = 0;
  private readonly byArtist = new Map<number, number>();

  /** Adds a week, or takes it out again. */
  add(week: Week | undefined, sign: 1 | -1): void {
    if (week === undefined) return;
    this.plays += sign * week.plays;
    for (const [index, artist] of week.artists.entries())
      this.byArtist.set(artist, (this.byArtist.get(artist) ?? 0) + sign * (week.sums[index] ?? 0));
  }

  /** The cosine of the two as vectors; 0 if one of them is of length 0. */
  similarityTo(other: WeekSums): number {
    let product = 0;
    for (const [artist, sum] of this.byArtist) product += sum * (other.byArtist.get(artist) ?? 0);
    const lengths = Math.sqrt(this.squared()) * Math.sqrt(other.squared());
    return lengths === 0 ? 0 : product / lengths;
  }

  private squared(): number {
    let squared = 0;
    for (const sum of this.byArtist.values()) squared += sum * sum;
    return squared;
  }
}
