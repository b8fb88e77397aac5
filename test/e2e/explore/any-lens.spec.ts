import { testThroughAnyLens } from '../../support/explore/through-any-lens';

describe('explore', () => {
  testThroughAnyLens(2_000, 8);
});
