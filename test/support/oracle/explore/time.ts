import { type Day, daysFrom, isoWeek, weekday } from './clock';
import { countsOf, groupBy } from './counts';
import { itemOf, type Kind, keysOf, ranked } from './items';
import type { Seen, SeenPlay } from './lens';

type Own = Record<string, string | number | boolean>;

export function oracleClock({ through }: Seen): Record<string, unknown> {
  const grid = (of: (plays: SeenPlay[]) => number): number[][] =>
    [0, 1, 2, 3, 4, 5, 6].map((day) =>
      Array.from({ length: 24 }, (_, hour) =>
        of(through.filter((play) => play.hour === hour && weekday(play.day) === day)),
      ),
    );
  return { play_count: grid((plays) => plays.length), total_ms: grid((plays) => countsOf(plays).total_ms) };
}

export function oracleYears({ through }: Seen): Record<string, unknown> {
  const years = groupBy(through, ({ day }) => [Number(day.slice(0, 4))]);
  return {
    items: [...years.keys()].sort((a, b) => b - a).map((year) => ({ year, ...countsOf(years.get(year) ?? []) })),
  };
}

export function oracleCalendar(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const year = own.year === undefined ? Number(seen.endDay.slice(0, 4)) : Number(own.year);
    const byDay = groupBy(seen.through, ({ day }) => [day]);
    return {
      year,
      days: daysFrom(`${year}-01-01`, `${year}-12-31`).map((date) => {
        const plays = byDay.get(date) ?? [];
        const [top] = ranked(seen, 'artists', plays);
        return { date, ...countsOf(plays), top_artist: top ? { ...top.item, ...top.counts } : null };
      }),
    };
  };
}

export function oracleOnThisDay(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const date = String(own.date ?? seen.today.slice(5));
    const years = groupBy(
      seen.through.filter(({ day }) => day.endsWith(`-${date}`)),
      ({ day }) => [Number(day.slice(0, 4))],
    );
    return {
      date,
      years: [...years.keys()]
        .sort((a, b) => b - a)
        .map((year) => {
          const plays = years.get(year) ?? [];
          const [top] = ranked(seen, 'tracks', plays);
          const [first] = plays;
          return {
            year,
            ...countsOf(plays),
            top_track: top ? { ...top.item, ...top.counts } : null,
            first_play: expect.objectContaining({
              id: first?.id,
              played_at: new Date(first?.at ?? 0).toISOString(),
              origin: 'platform',
              client: '',
            }) as unknown,
          };
        }),
    };
  };
}

export function oracleScatter(own: Own) {
  return ({ through, days }: Seen): Record<string, unknown> => {
    if (days.length === 0) {
      const nothing = { x: [], y: [], play_count: [], total_ms: [] };
      return { first_day: null, days_per_column: 0, columns: 0, rows: 0, minutes_per_row: 0, ...nothing };
    }
    const rows = Number(own.rows ?? 288);
    const perColumn = Math.ceil(days.length / Number(own.columns ?? 400));
    const places = new Map(days.map((day, index) => [day, index]));
    const cells = groupBy(through, ({ day, hour, minute }) => {
      const x = Math.floor((places.get(day) ?? NaN) / perColumn);
      return [x * 1_000 + Math.floor((hour * 60 + minute) / (1_440 / rows))];
    });
    const keys = [...cells.keys()].sort((a, b) => a - b);
    const counts = keys.map((key) => countsOf(cells.get(key) ?? []));
    return {
      first_day: days[0],
      days_per_column: perColumn,
      columns: Math.ceil(days.length / perColumn),
      rows,
      minutes_per_row: 1_440 / rows,
      x: keys.map((key) => Math.floor(key / 1_000)),
      y: keys.map((key) => key % 1_000),
      play_count: counts.map(({ play_count }) => play_count),
      total_ms: counts.map(({ total_ms }) => total_ms),
    };
  };
}

/** The labels of the buckets of a day. */
export function labelsOf(day: Day, step: string): string[] {
  if (step === 'hour') return Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`);
  if (step === 'day') return [day];
  if (step === 'week') return [isoWeek(day)];
  if (step === 'month') return [day.slice(0, 7)];
  if (step === 'quarter') return [`${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`];
  return [day.slice(0, 4)];
}

const KINDS: Record<string, Kind> = { artist: 'artists', album: 'albums', track: 'tracks', genre: 'genres' };

export function oracleSeries(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const step = String(own.step ?? 'month');
    const by = String(own.by ?? 'none');
    const isCumulative = own.cumulative === true;
    const top = Number(own.top ?? 10);
    const features = seen.lens.with_features === true;
    const labels = [...new Set(seen.days.flatMap((day) => labelsOf(day, step)))];
    const labelOf = ({ day, hour }: SeenPlay): string => labelsOf(day, step)[step === 'hour' ? hour : 0] ?? '';
    const numbers = (plays: readonly SeenPlay[]) => {
      const buckets = groupBy(plays, (play) => [labelOf(play)]);
      const counts = labels.map((label) => countsOf(buckets.get(label) ?? []));
      const sums = { play_count: 0, total_ms: 0 };
      const shown = counts.map((each) => {
        sums.play_count += each.play_count;
        sums.total_ms += each.total_ms;
        return isCumulative ? { ...sums } : each;
      });
      return { play_count: shown.map(({ play_count }) => play_count), total_ms: shown.map(({ total_ms }) => total_ms) };
    };
    const kind = KINDS[by];
    const shown =
      by === 'none' || seen.days.length === 0
        ? []
        : kind === undefined
          ? ranked(
              seen,
              'genres',
              seen.through.map((play) => ({ ...play, genres: [play.source] })),
            ).slice(0, top)
          : ranked(seen, kind, seen.through, features).slice(0, top);
    const listed = new Set(shown.map(({ key }) => key));
    const keys = kind === undefined ? ({ source }: SeenPlay) => [source] : keysOf(kind, features);
    return {
      ...{ step, by, cumulative: isCumulative, labels },
      ...numbers(seen.through),
      series: shown.map(({ key, plays }, index) => ({
        rank: index + 1,
        ...itemOf(seen, kind ?? 'genres', key),
        ...numbers(plays),
      })),
      other: by === 'none' ? null : numbers(seen.through.filter((play) => !keys(play).some((key) => listed.has(key)))),
    };
  };
}
