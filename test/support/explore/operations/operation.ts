import type { StoredHistory } from '../../oracle/explore/stored';
import type { Oracle, Own } from '../explore-client';

/** An operation, and what the oracle says that it responds. */
export interface Operation {
  path: string;
  /** @param own the operation's own parameters */
  oracle: (own: Own) => Oracle;
  /** Its own parameters, by the number of the lens that they go with. */
  ownOf?: (index: number) => Own;
  /** The id behind its path, if it is of one item; the oracle has it beside the own parameters. */
  idOf?: (history: StoredHistory, index: number) => string;
}

/** One of some values, by a number. */
export function oneOf<T>(values: readonly T[], index: number): T {
  return values[index % values.length] as T;
}
