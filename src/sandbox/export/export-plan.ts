import { setImmediate as breathe } from 'node:timers/promises';
import type { Listener, Play } from '../listeners/listener.types';
import { listenerDayOf } from '../listeners/listener-day';
import type { Listening } from '../listeners/listening';
import { entryAt } from '../random';

/** Whoever plays nothing for this long never played anything earlier either. */
const LONGEST_SILENCE_DAYS = 60;
const DAYS_BETWEEN_BREATHS = 200;

/** Which part of a listener's past an export holds. */
export interface ExportPlan {
  /** Plays in the export, podcast episodes among them. */
  total: number;
  /** How many of them are music. */
  music: number;
  /** The plays, oldest first; made while they are read, so that any number fits into memory. */
  plays(): Generator<Play>;
  /** One of the plays, counted from the oldest. */
  playAt(index: number): Play;
}

/** Finds the last `count` plays that had ended at `now`. Takes about a second for a million plays. */
export async function planExport(
  listening: Listening,
  listener: Listener,
  count: number,
  now: number,
): Promise<ExportPlan> {
  const today = listenerDayOf(listener, now);
  const ended = (day: number) => listening.playsOfDay(listener, day).filter((play) => play.endedAt <= now);
  const perDay: number[] = [];
  let [found, music, silence] = [0, 0, 0];
  for (let day = today; found < count && silence < LONGEST_SILENCE_DAYS; day--) {
    const plays = ended(day);
    const wanted = plays.slice(Math.max(0, plays.length - (count - found)));
    perDay.unshift(wanted.length);
    found += wanted.length;
    music += wanted.filter(({ kind }) => kind === 'music').length;
    silence = plays.length === 0 ? silence + 1 : 0;
    if (perDay.length % DAYS_BETWEEN_BREATHS === 0) await breathe();
  }
  const firstDay = today - perDay.length + 1;
  const playsOf = (position: number) => {
    const plays = ended(firstDay + position);
    return plays.slice(plays.length - entryAt(perDay, position));
  };
  return {
    total: found,
    music,
    *plays() {
      for (let position = 0; position < perDay.length; position++) yield* playsOf(position);
    },
    playAt(index) {
      let before = 0;
      const position = perDay.findIndex((inDay) => {
        if (index < before + inDay) return true;
        before += inDay;
        return false;
      });
      return entryAt(playsOf(position), index - before);
    },
  };
}
