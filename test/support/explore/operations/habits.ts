import { oracleMilestones } from '../../oracle/explore/milestones';
import { oracleStreaks } from '../../oracle/explore/streaks';
import { oneOf, type Operation } from './operation';

export const HABITS: Operation[] = [
  {
    path: 'streaks',
    oracle: oracleStreaks,
    ownOf: (index) => ({
      of: oneOf(['days', 'artists', 'tracks'], index),
      limit: oneOf([50, 3, 100], Math.floor(index / 3)),
      offset: oneOf([0, 0, 2, 1_000_000], index),
    }),
  },
  { path: 'milestones', oracle: () => oracleMilestones },
];
