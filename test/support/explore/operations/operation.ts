import type { Oracle, Own } from '../explore-client';

/** An operation, and what the oracle says that it responds. */
export interface Operation {
  path: string;
  /** @param own the operation's own parameters */
  oracle: (own: Own) => Oracle;
  /** Its own parameters, by the number of the lens that they go with. */
  ownOf?: (index: number) => Own;
}

/** One of some values, by a number. */
export function oneOf<T>(values: readonly T[], index: number): T {
  return values[index % values.length] as T;
}
