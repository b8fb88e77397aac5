import { oracleDiscoveries, oracleDiversity, oracleForgotten, oracleFunnel } from '../../oracle/explore/discovery';
import type { Own } from '../explore-client';
import { oneOf, type Operation } from './operation';

const KINDS = ['artists', 'albums', 'tracks'] as const;
const pageOf = (index: number): Own =>
  oneOf<Own>([{}, { limit: 100 }, { limit: 3, offset: 2 }, { offset: 1_000_000 }], index);

export const DISCOVERY: Operation[] = [
  {
    path: 'discoveries',
    oracle: oracleDiscoveries,
    ownOf: (index) => ({
      of: oneOf(KINDS, index),
      step: oneOf(['month', 'day', 'week', 'quarter', 'year'], index),
      ...pageOf(Math.floor(index / 2)),
    }),
  },
  {
    path: 'funnel',
    oracle: oracleFunnel,
    ownOf: (index) => oneOf<Own>([{}, { of: 'albums' }, { of: 'tracks' }], index),
  },
  {
    path: 'diversity',
    oracle: oracleDiversity,
    ownOf: (index) => oneOf<Own>([{}, { step: 'day' }, { step: 'week' }, { step: 'quarter' }, { step: 'year' }], index),
  },
  {
    path: 'forgotten',
    oracle: oracleForgotten,
    ownOf: (index) => ({ of: oneOf(['artists', 'tracks'], index), ...pageOf(Math.floor(index / 2)) }),
  },
];
