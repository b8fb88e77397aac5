/** What is right after a step and what has come, under the same names, so that a comparison shows where they differ. */
export interface Observation {
  right: Record<string, unknown>;
  came: Record<string, unknown>;
}

/**
 * Holds all steps of a run to what is right at once: what comes later often explains what came before.
 *
 * @param observations by what was done
 */
export function expectAsRight(observations: ReadonlyMap<string, Observation>): void {
  const side = (of: keyof Observation): Record<string, unknown> =>
    Object.fromEntries([...observations].map(([title, observation]) => [title, observation[of]]));
  expect(side('came')).toEqual(side('right'));
}
