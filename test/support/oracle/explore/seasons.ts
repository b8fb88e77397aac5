import { addDays, daysFrom } from './clock';
import { round } from './counts';
import { type Kind, ranked } from './items';
import type { Seen, SeenPlay } from './lens';

type Own = Record<string, string | number | boolean>;

const CIRCLE = 2 * Math.PI;
/** Two ways to the same sum may end this far apart. */
const NOISE = 1e-9;

const angles = new Map<string, number>();

function angleOf(day: string): number {
  const known = angles.get(day);
  if (known !== undefined) return known;
  const year = day.slice(0, 4);
  const days = (Date.parse(`${year}-12-31`) - Date.parse(`${year}-01-01`)) / 86_400_000 + 1;
  const ofYear = (Date.parse(day) - Date.parse(`${year}-01-01`)) / 86_400_000 + 1;
  const angle = (CIRCLE * (ofYear - 0.5)) / days;
  angles.set(day, angle);
  return angle;
}

function seasonOf(plays: readonly SeenPlay[]): Record<string, unknown> | null {
  const days = [...new Set(plays.map(({ day }) => day))];
  const years = new Set(days.map((day) => day.slice(0, 4)));
  if (plays.length < 20 || years.size < 3) return null;
  const n = days.length;
  let [x, y] = [0, 0];
  for (const day of days) {
    x += Math.cos(angleOf(day));
    y += Math.sin(angleOf(day));
  }
  const strength = Math.min(1, Math.hypot(x, y) / n);
  const p = Math.exp(Math.sqrt(1 + 4 * n + 4 * n ** 2 * (1 - strength ** 2)) - (1 + 2 * n));
  const mean = (Math.atan2(y, x) + CIRCLE) % CIRCLE;
  const isNear = (day: string): boolean => {
    const apart = Math.abs(angleOf(day) - mean);
    return Math.min(apart, CIRCLE - apart) <= (CIRCLE * 45) / 365 + NOISE;
  };
  const yearsNear = new Set(days.filter(isNear).map((day) => day.slice(0, 4)));
  if (yearsNear.size < 3 || p >= 0.001) return null;
  return {
    listening_days: n,
    years: years.size,
    mean_date: daysOfYear[Math.floor((mean / CIRCLE) * 365 + NOISE) % 365]?.slice(5),
    strength,
    p_value: Number(p.toPrecision(3)),
  };
}

const daysOfYear = daysFrom('2021-01-01', addDays('2022-01-01', -1));

export function oracleSeasons(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const of = String(own.of ?? 'artists');
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    const seasons = ranked(seen, of as Kind, seen.through)
      .flatMap(({ item, counts, plays }) => {
        const season = seasonOf(plays);
        return season === null ? [] : [{ item, counts, season }];
      })
      // Sorting keeps the rank order of equal ones.
      .sort((a, b) => round(Number(b.season.strength), 9) - round(Number(a.season.strength), 9))
      .map(({ item, counts, season }, index) => ({
        rank: index + 1,
        ...item,
        ...counts,
        ...season,
        strength: round(Number(season.strength), 4),
      }));
    return {
      of,
      items: seasons.slice(offset, offset + limit),
      ...{ total: seasons.length, limit, offset },
    };
  };
}
