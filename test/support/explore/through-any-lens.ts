import { useExplore } from './explore-client';
import { OPERATIONS } from './operations';

/** Tests that each operation responds what the oracle says, through so many random lenses over so many plays. */
export function testThroughAnyLens(plays: number, lenses: number): void {
  const explore = useExplore(plays, lenses);

  it.each(OPERATIONS)(
    '$path responds what the oracle says, through any lens',
    async (operation) => {
      await explore.expectSameThroughAll(operation);
    },
    600_000,
  );
}
