import { oracleChapters } from '../../oracle/explore/chapters';
import { oracleAlbumsHeard } from '../../oracle/explore/albums-heard';
import { oracleMilestones } from '../../oracle/explore/milestones';
import { oracleObsessions } from '../../oracle/explore/obsessions';
import { oracleSeasons } from '../../oracle/explore/seasons';
import { oracleStreaks } from '../../oracle/explore/streaks';
import type { Own } from '../explore-client';
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
  {
    path: 'albums-heard',
    oracle: oracleAlbumsHeard,
    ownOf: (index) => ({
      limit: oneOf([50, 2, 100], index),
      offset: oneOf([0, 0, 1, 1_000_000], index),
    }),
  },
  {
    path: 'obsessions',
    oracle: oracleObsessions,
    ownOf: (index) => ({
      ...oneOf<Own>(
        [
          { of: 'tracks', min_plays: 3 },
          { of: 'artists', min_plays: 3 },
          { of: 'artists', min_plays: 8 },
          { of: 'artists' },
          {},
        ],
        index,
      ),
      limit: oneOf([50, 4], Math.floor(index / 5)),
      offset: oneOf([0, 0, 3], index),
    }),
  },
  {
    path: 'seasons',
    oracle: oracleSeasons,
    ownOf: (index) => ({
      of: oneOf(['artists', 'tracks'], index),
      limit: oneOf([50, 2], index),
      offset: oneOf([0, 0, 1], index),
    }),
  },
  {
    path: 'chapters',
    oracle: oracleChapters,
    ownOf: (index) => oneOf<Own>([{}, { threshold: 0.1 }, { threshold: 0.3 }], index),
  },
];
