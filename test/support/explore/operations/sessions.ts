import { oracleSessions } from '../../oracle/explore/sessions';
import { oneOf, type Operation } from './operation';

export const SESSIONS: Operation[] = [
  {
    path: 'sessions',
    oracle: oracleSessions,
    ownOf: (index) => ({
      sort: oneOf(['newest', 'longest', 'most_plays'], index),
      gap_minutes: oneOf([20, 1, 180, 1_440], index),
      limit: oneOf([50, 7, 100], Math.floor(index / 3)),
      offset: oneOf([0, 0, 5, 100_000], index),
    }),
  },
];
