import fc from 'fast-check';
import { addDays } from '../../common/days';
import { streakDays } from './streak';

const TODAY = '2024-03-02';

function naiveStreak(played: ReadonlySet<string>, today: string): number {
  let day = played.has(today) ? today : addDays(today, -1);
  let streak = 0;
  while (played.has(day)) {
    streak += 1;
    day = addDays(day, -1);
  }
  return streak;
}

describe('streakDays', () => {
  it.each([
    ['no play at all', [], 0],
    ['today alone', ['2024-03-02'], 1],
    ['yesterday, nothing yet today', ['2024-03-01', '2024-02-29'], 2],
    ['over a leap day', ['2024-03-02', '2024-03-01', '2024-02-29', '2024-02-28'], 4],
    ['a gap', ['2024-03-02', '2024-02-29'], 1],
    ['nothing since the day before yesterday', ['2024-02-29', '2024-02-28'], 0],
    ['a day ahead of today', ['2024-03-03', '2024-03-02'], 1],
  ])('%s', (_, days, expected) => {
    expect(streakDays(days, TODAY)).toBe(expected);
  });

  it('agrees with counting back day by day', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 13 }), (agos) => {
        const days = agos.sort((a, b) => a - b).map((ago) => addDays(TODAY, -ago));
        expect(streakDays(days, TODAY)).toBe(naiveStreak(new Set(days), TODAY));
      }),
    );
  });
});
