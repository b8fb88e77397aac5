import { addDays, type Day } from '../../common/days';

/**
 * Days in a row with a play, counted back from today, or from yesterday when today has none yet.
 * @param playedDays the days with plays, newest first; read no further than the streak reaches
 */
export function streakDays(playedDays: Iterable<Day>, today: Day): number {
  let expected = today;
  let streak = 0;
  for (const day of playedDays) {
    if (day > today) continue;
    if (streak === 0 && day !== today) expected = addDays(today, -1);
    if (day !== expected) break;
    streak += 1;
    expected = addDays(day, -1);
  }
  return streak;
}
