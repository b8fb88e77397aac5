import { oracleRanks } from '../../oracle/explore/ranks';
import { oracleSearch } from '../../oracle/explore/search';
import { oracleTop } from '../../oracle/explore/tops';
import type { Own } from '../explore-client';
import { oneOf, type Operation } from './operation';

const pageOf = (index: number): Own =>
  oneOf<Own>([{}, { limit: 3 }, { limit: 100, offset: 2 }, { limit: 7, offset: 5 }, { offset: 1_000 }], index);

const SEARCHES = [
  'song 1',
  'CAFÉ tacvba',
  'e',
  'song 12 artist',
  'album 7',
  'bum',
  'ros',
  '  İstanbul ',
  '.*',
  '\u0301',
];

export const TOPS: Operation[] = [
  ...(['artists', 'albums', 'tracks', 'genres'] as const).map((kind) => ({
    path: `top/${kind}`,
    oracle: oracleTop(kind),
    ownOf: pageOf,
  })),
  {
    path: 'ranks',
    oracle: oracleRanks,
    ownOf: (index) => ({
      of: oneOf(['artists', 'albums', 'tracks'], Math.floor(index / 2)),
      step: oneOf(['year', 'quarter', 'month'], index),
      top: oneOf([1, 10, 50, 5], index),
    }),
  },
  {
    path: 'search',
    oracle: oracleSearch,
    ownOf: (index) => ({
      q: oneOf(SEARCHES, index),
      ...oneOf<Own>([{}, { of: 'tracks,artists' }, { limit: 3 }, { of: 'albums', limit: 100 }], index),
    }),
  },
];
