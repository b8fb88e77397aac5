import { testThroughAnyLens } from '../../support/explore/through-any-lens';

/** EXPLORE_LENSES=300 takes half an hour. */
const LENSES = Number(process.env.EXPLORE_LENSES ?? 20);

describe('explore, over a history of real size', () => {
  testThroughAnyLens(20_000, LENSES);
});
