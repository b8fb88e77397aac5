import { DAY_MS, MINUTE_MS } from '../../src/common/durations';
import { heardBy } from '../support/heard-plays';
import { playsCounted, ShiftedClock } from '../support/shifted-clock';
import type { LinkedListener } from '../support/sync-jobs';

// The clock of another document engine is not the service's.
delete process.env.MONGODB_URI;
delete process.env.REDIS_URL;

const TIMEOUT_MS = 90_000;

describe('a clock that is set while the service runs', () => {
  let clock: ShiftedClock;

  beforeAll(async () => {
    clock = await ShiftedClock.start();
  }, 120_000);
  afterAll(() => clock.close());
  afterEach(() => clock.reset());

  /** When a listener's stored plays ended, oldest first. */
  async function playedAtOf(listener: LinkedListener): Promise<number[]> {
    const rows = await clock.service.withDatabase((db) =>
      db
        .collection<{ played_at: Date }>('listening_history')
        .find({ user_id: listener.userId })
        .sort({ played_at: 1 })
        .toArray(),
    );
    return rows.map(({ played_at }) => played_at.getTime());
  }

  it(
    'that is two days behind leaves plays that seem to come from the future, and takes them when it is right again',
    async () => {
      clock.set(-2 * DAY_MS);
      const listener = await clock.linkAs('tomas');
      const now = Date.now();
      const seemsFuture = now - 2 * DAY_MS + 2 * MINUTE_MS;
      expect((await playedAtOf(listener)).filter((playedAt) => playedAt > seemsFuture)).toEqual([]);
      clock.set(0);
      expect(await listener.sync()).toMatchObject({ status: 'completed' });
      const stored = await playedAtOf(listener);
      expect(stored.filter((playedAt) => playedAt > seemsFuture).length).toBeGreaterThan(0);
      const [oldest] = stored;
      if (oldest === undefined) throw new Error('The feed has told nothing');
      // The sandbox' clock goes on, and may have brought another play.
      const known = stored.filter((playedAt) => playedAt <= now);
      expect(known).toEqual(heardBy('tomas', oldest, now + 1).map(({ endedAt }) => endedAt));
      expect(await playsCounted(listener)).toBe(stored.length);
    },
    TIMEOUT_MS,
  );
});
