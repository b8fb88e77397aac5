import { LONGEST_ROUND_MS, RandomKills } from '../support/random-kills';

/** The same moments again: `FAULT_SEED=... npx jest test/faults/random-kills.long.spec.ts`. */
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

describe('every process of the service, killed at random moments under load', () => {
  let run: RandomKills;
  beforeAll(async () => {
    run = await RandomKills.start(SEED);
  }, 120_000);
  afterAll(() => run.close());

  it(
    'loses nothing, stores nothing twice, and leaves nothing undone',
    async () => {
      expect(await run.round()).toEqual([]);
    },
    LONGEST_ROUND_MS,
  );
});
