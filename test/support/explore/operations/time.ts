import {
  oracleCalendar,
  oracleClock,
  oracleOnThisDay,
  oracleScatter,
  oracleSeries,
  oracleYears,
} from '../../oracle/explore/time';
import type { Own } from '../explore-client';
import { oneOf, type Operation } from './operation';

export const TIME: Operation[] = [
  { path: 'clock', oracle: () => oracleClock },
  { path: 'years', oracle: () => oracleYears },
  {
    path: 'calendar',
    oracle: oracleCalendar,
    ownOf: (index) => oneOf<Own>([{}, { year: 2024 }, { year: 2025 }, { year: 1970 }, { year: 2100 }], index),
  },
  {
    path: 'on-this-day',
    oracle: oracleOnThisDay,
    ownOf: (index) => oneOf<Own>([{}, { date: '02-29' }, { date: '03-30' }, { date: '12-31' }], index),
  },
  {
    path: 'scatter',
    oracle: oracleScatter,
    ownOf: (index) => ({
      columns: oneOf([1, 7, 400, 2_000], index),
      rows: oneOf([24, 48, 96, 144, 288], index),
    }),
  },
  {
    path: 'series',
    oracle: oracleSeries,
    ownOf: (index) => ({
      step: oneOf(['day', 'week', 'month', 'quarter', 'year'], index),
      by: oneOf(['none', 'artist', 'album', 'track', 'genre', 'source'], Math.floor(index / 2)),
      top: oneOf([1, 3, 10], index),
      cumulative: index % 4 === 0,
    }),
  },
];
