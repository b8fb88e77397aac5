import { LONGEST_ROUND_MS, RandomKills } from '../support/random-kills';

/** A longer run: `FAULT_MINUTES=10 npm run test:soak`; a certain one: `FAULT_SEED=...`. */
const MINUTES = Number(process.env.FAULT_MINUTES ?? 2);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

describe('every process of the service, killed at random moments under load, for minutes', () => {
  let run: RandomKills;
  beforeAll(async () => {
    run = await RandomKills.start(SEED);
  }, 120_000);
  afterAll(() => run.close());

  it(
    'loses nothing, stores nothing twice, and leaves nothing undone',
    async () => {
      const end = Date.now() + MINUTES * 60_000;
      do {
        expect(await run.round()).toEqual([]);
        console.log(run.summary());
      } while (Date.now() < end);
    },
    MINUTES * 60_000 + LONGEST_ROUND_MS,
  );
});
