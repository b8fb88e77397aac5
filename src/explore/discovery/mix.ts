import { rounded, shareOf } from '../rounding';

/** How plays are spread over artists. */
export interface Mix {
  unique_artists: number;
  effective_artists: number;
  new_artists_share: number;
  gini: number;
}

/** Sums over the artists of some plays, where x is what the measure says of each, and its place is counted from 1, ascending. */
export interface MixSums {
  artists: number;
  /** How many of them were discovered by these plays. */
  discovered: number;
  x_sum: number;
  place_x_sum: number;
  x_ln_x_sum: number;
}

/**
 * How evenly plays are spread over artists: the Hill number of order 1, which is how many artists played alike would be
 * as diverse, and the Gini coefficient.
 */
export function mixOf({ artists, discovered, x_sum, place_x_sum, x_ln_x_sum }: MixSums): Mix {
  const isNothing = x_sum === 0;
  return {
    unique_artists: artists,
    // -sum p ln p, where p = x / sum x
    effective_artists: isNothing ? 0 : rounded(Math.exp(Math.log(x_sum) - x_ln_x_sum / x_sum), 2),
    new_artists_share: shareOf(discovered, artists),
    // 2 sum(i x) / (n sum x) - (n + 1) / n, as one fraction, which is exact
    gini: isNothing ? 0 : rounded((2 * place_x_sum - (artists + 1) * x_sum) / (artists * x_sum), 4),
  };
}

export const EMPTY_MIX: MixSums = { artists: 0, discovered: 0, x_sum: 0, place_x_sum: 0, x_ln_x_sum: 0 };
