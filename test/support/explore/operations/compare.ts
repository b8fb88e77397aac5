import { oracleCompare, oracleSimilarYears } from '../../oracle/explore/compare';
import type { Own } from '../explore-client';
import { oneOf, type Operation } from './operation';

export const COMPARE: Operation[] = [
  {
    path: 'compare',
    oracle: oracleCompare,
    ownOf: (index) => ({
      ...oneOf<Own>(
        [
          { other_period: 'all_time' },
          { other_period: '2025' },
          { other_period: 'quarter' },
          { other_from: '2025-03-30', other_to: '2025-10-26' },
          { other_from: '2025-06-01T10:00:00.000+02:00' },
          { other_to: '2024-06-30' },
          { other_period: '1999-W01' },
        ],
        index,
      ),
      ...oneOf<Own>([{}, { of: 'tracks' }, { of: 'genres', limit: 100 }, { of: 'albums', limit: 3 }], index),
    }),
  },
  { path: 'similar-years', oracle: () => oracleSimilarYears },
];
