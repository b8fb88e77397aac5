import { judgeLook } from './feed-look';
import { summaryOf } from './feed-summary';

const QUIET = judgeLook(0, [], { lastPlayedAt: null, intervalMs: null });

describe('summaryOf', () => {
  it.each([
    [[], 0, 'no new plays'],
    [['stored'], 0, '1 new play'],
    [['stored', 'stored', 'merged', 'duplicate'], 0, '2 new plays, 2 known already'],
    [['merged'], 1, 'no new plays, 1 known already, 1 skipped, not tracks of the platform'],
  ] as const)('%j and %d skipped: %s', (outcomes, skipped, expected) => {
    expect(summaryOf(outcomes, skipped, QUIET)).toBe(expected);
  });

  it('names a hole and what fills it', () => {
    expect(summaryOf(['stored'], 0, { ...QUIET, hasHole: true })).toBe(
      '1 new play; hole: more than 50 plays since the last look; load your export to fill it',
    );
  });
});
