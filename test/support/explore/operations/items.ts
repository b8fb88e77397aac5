import { oracleItem } from '../../oracle/explore/item-page';
import type { StoredHistory } from '../../oracle/explore/stored';
import { ARTISTS, artistId } from '../seeded-history';
import { oneOf, type Operation } from './operation';

const STEPS = ['month', 'week', 'quarter', 'year'] as const;

/** Ids of many plays and of few, the first being that of an artist who is only featured. */
function idOf(carried: (history: StoredHistory) => string[]): Operation['idOf'] {
  return (history, index) => {
    const ids = carried(history).filter((id) => id !== '');
    return ids[(index * 37) % ids.length] ?? '';
  };
}

const operationOf = (
  kind: 'artists' | 'albums' | 'tracks',
  carried: (history: StoredHistory) => string[],
): Operation => ({
  path: kind,
  oracle: oracleItem(kind),
  ownOf: (index) => ({ step: oneOf(STEPS, index) }),
  idOf: idOf(carried),
});

export const ITEMS: Operation[] = [
  operationOf('artists', ({ plays }) => [
    artistId(ARTISTS + 1),
    ...new Set(plays.filter(({ artist }) => artist !== '').map(({ artistCarries }) => artistCarries)),
  ]),
  operationOf('albums', ({ plays }) => [
    // What has no name is no item.
    ...new Set(plays.filter(({ album }) => album !== '').map(({ albumCarries }) => albumCarries)),
  ]),
  operationOf('tracks', ({ plays }) => [...new Set(plays.map(({ track }) => track))]),
];
