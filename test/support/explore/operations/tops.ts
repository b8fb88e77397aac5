import { oracleTop } from '../../oracle/explore/tops';
import type { Own } from '../explore-client';
import { oneOf, type Operation } from './operation';

const pageOf = (index: number): Own =>
  oneOf<Own>([{}, { limit: 3 }, { limit: 100, offset: 2 }, { limit: 7, offset: 5 }, { offset: 1_000 }], index);

export const TOPS: Operation[] = (['artists', 'albums', 'tracks', 'genres'] as const).map((kind) => ({
  path: `top/${kind}`,
  oracle: oracleTop(kind),
  ownOf: pageOf,
}));
