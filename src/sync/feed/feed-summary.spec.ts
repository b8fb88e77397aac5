import { judgeLook } from './feed-look';
import { summaryOf } from './feed-summary';

const QUIET = judgeLook(0, [], { lastPlayedAt: null, intervalMs: null }, new Date(0));

describe('summaryOf', () => {
  it.each([
    [[], 0, 0, 'no new plays'],
    [['stored'], 0, 0, '1 new play'],
    [['stored', 'stored', 'merged', 'duplicate'], 0, 0, '2 new plays, 2 known already'],
    [['merged'], 1, 0, 'no new plays, 1 known already, 1 skipped, not tracks of the platform'],
    [['stored'], 0, 1, '1 new play, 1 dated in the future, stored when its time has come'],
    [[], 0, 2, 'no new plays, 2 dated in the future, stored when their time has come'],
  ] as const)('%j, %d skipped and %d in the future: %s', (outcomes, skipped, future, expected) => {
    expect(summaryOf(outcomes, { skipped, future }, QUIET)).toBe(expected);
  });

  it('names a hole and what fills it', () => {
    expect(
      summaryOf(['stored'], { skipped: 0, future: 0 }, { ...QUIET, gap: { from: new Date(1), to: new Date(2) } }),
    ).toBe('1 new play; hole: more than 50 plays since the last look; load your export to fill it');
  });
});
