import fc from 'fast-check';
import { addDays, dayOf, daysOfMonth, monthOf } from '../../common/days';
import { daysOfPeriod, PERIODS, type Period } from '../../common/periods';
import { histories } from '../testing/arbitraries';
import { rollUpDays, rollUpMonths } from '../testing/roll-up';
import type { Play } from '../rollups/play';
import type { MonthlyRollup } from '../rollups/rollup';
import { Counter } from './counter';
import { Identities } from './identities';
import { ListeningTotals } from './listening-totals';
import { UnpackedMonth } from './packed-month';
import { packTotals, UnpackedTotals } from './packed-totals';
import type { PeriodFigures } from './period-figures';
import { PeriodWalk, type WalkResult } from './period-walk';
import { topRanked } from './rankings';

const ZONE = 'Europe/Berlin';
/** So that there are several. */
const LONGEST_TEXT = 200;

function walk(history: readonly Play[], today: string, periods: readonly Period[] = PERIODS): WalkResult {
  const walker = new PeriodWalk(periods, today);
  for (const month of rollUpMonths(rollUpDays(history, ZONE), ZONE)) walker.addMonth(month);
  return walker.finish();
}

/** Months in which no period begins are added as sums where they are summed up. */
function walkBySums(history: readonly Play[], today: string, isSummed: (month: string) => boolean): WalkResult {
  const [quarter, year] = [monthOf(addDays(today, -89)), monthOf(addDays(today, -364))];
  const walker = new PeriodWalk(PERIODS, today);
  let summed: MonthlyRollup[] = [];
  const endSum = (): void => {
    walker.addSum(new UnpackedTotals(packTotals(sumOf(summed), LONGEST_TEXT)));
    summed = [];
  };
  for (const rollup of rollUpMonths(rollUpDays(history, ZONE), ZONE)) {
    const { month } = rollup;
    if (month <= year && summed[0] !== undefined && summed[0].month > year) endSum();
    if (month < quarter && month !== year && isSummed(month)) summed.push(rollup);
    else {
      endSum();
      walker.addMonth(rollup);
    }
  }
  endSum();
  return walker.finish();
}

/** Part of it by way of a sum of yet earlier months, as sums grow. */
function sumOf(months: readonly MonthlyRollup[]): ListeningTotals {
  const [newest, ...older] = months;
  const totals = new ListeningTotals();
  if (newest === undefined) return totals;
  new UnpackedTotals(packTotals(sumOf(older), LONGEST_TEXT)).addTo(totals);
  totals.addDaysOf(new UnpackedMonth(newest.month, newest.by_day), daysOfMonth(newest.month), newest.days);
  return totals;
}

/** The figures, and what was counted in each period, with what comes in no particular order put in one. */
function counted(all: readonly PeriodFigures[]) {
  const counter = new Counter(new Identities(new Map()));
  return all.map(({ recordings, ...figures }) => {
    counter.add(recordings);
    const { trackIds, trackPlays, artists, ...others } = counter.take();
    const tracks = trackIds.map((id, index) => [id, trackPlays[index]]).sort();
    return { ...figures, ...others, tracks, artists: topRanked(artists, Infinity) };
  });
}

const HISTORY_END = '2011-02-28';
const todays = fc.integer({ min: 0, max: 500 }).map((days) => addDays(HISTORY_END, days));

describe('PeriodWalk', () => {
  it('finds for each period what its plays alone add up to', () => {
    fc.assert(
      fc.property(histories, todays, (history, today) => {
        const { figures } = walk(history, today);
        expect(figures.map(({ period }) => period)).toEqual([...PERIODS]);
        for (const { period, total, tracks, hours, weekdays } of counted(figures)) {
          const first = daysOfPeriod(period, today, '2000-01-01')?.first ?? '';
          const own = history.filter(({ played_at }) => dayOf(played_at, ZONE) >= first);
          expect(total.plays).toBe(own.length);
          expect(tracks).toHaveLength(new Set(own.map(({ track }) => track.platform_id)).size);
          expect(hours.reduce((sum, { plays }) => sum + plays, 0)).toBe(own.length);
          expect(weekdays.reduce((sum, { plays }) => sum + plays, 0)).toBe(own.length);
        }
      }),
    );
  });

  it('finds the same for a period asked alone', () => {
    fc.assert(
      fc.property(histories, todays, fc.constantFrom(...PERIODS), (history, today, period) => {
        const all = walk(history, today);
        const alone = walk(history, today, [period]);
        expect(counted(alone.figures)).toEqual(counted(all.figures).filter((figures) => figures.period === period));
        expect(alone.streak).toBe(all.streak);
      }),
    );
  });

  it('finds all tracks of the history, whatever period is asked', () => {
    fc.assert(
      fc.property(histories, todays, fc.constantFrom(...PERIODS), (history, today, period) => {
        const { figures, before } = walk(history, today, [period]);
        const found = [...figures.map(({ recordings }) => recordings), before].flatMap((all) => [...all.trackIds()]);
        expect(new Set(found)).toEqual(new Set(history.map(({ track }) => track.platform_id)));
      }),
    );
  });

  it('finds the same when months in which no period begins are summed up beforehand', () => {
    const months = fc.integer({ min: 0, max: 900 }).map((days) => monthOf(addDays(HISTORY_END, -days)));
    fc.assert(
      fc.property(histories, todays, months, months, (history, today, earlier, later) => {
        const isSummed = (month: string): boolean => month <= earlier || month >= later;
        const [all, summed] = [walk(history, today), walkBySums(history, today, isSummed)];
        expect(counted(summed.figures)).toEqual(counted(all.figures));
        expect(summed.streak).toBe(all.streak);
      }),
    );
  });

  it('starts all time at the first play, with its trend from there', () => {
    const track = { platform_id: 't', name: 'n', artist_name: 'a', album_name: 'b' };
    const plays = ['2023-12-31T22:30:00Z', '2024-02-01T12:00:00Z'].map((at) => ({ track, played_at: new Date(at) }));
    const [allTime] = walk(plays, '2024-02-02', ['all_time']).figures;
    expect(allTime?.range).toEqual({ first: '2023-12-31', last: '2024-02-02' });
    expect(allTime?.trend.map(({ label, plays: count }) => [label, count])).toEqual([
      ['2023-12', 1],
      ['2024-01', 0],
      ['2024-02', 1],
    ]);
  });

  it('has no trend points and no streak without a play', () => {
    const { figures, streak } = walk([], '2024-02-02');
    expect(figures.map(({ trend }) => trend)).toEqual([[], [], [], [], []]);
    expect(figures.map(({ range }) => range === null)).toEqual([false, false, false, false, true]);
    expect(streak).toBe(0);
  });

  it('keeps the points of a period that has no play while the history has', () => {
    const track = { platform_id: 't', name: 'n', artist_name: 'a', album_name: 'b' };
    const { figures } = walk([{ track, played_at: new Date('2020-01-01T12:00:00Z') }], '2024-02-02');
    expect(figures.map(({ trend }) => trend.length)).toEqual([7, 30, 14, 13, 50]);
  });
});
