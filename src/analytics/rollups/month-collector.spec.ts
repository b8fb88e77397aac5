import { MonthCollector, type CollectedMonth } from './month-collector';
import { DayDraft } from './day-draft';

function said({ month, covered, isWhole, rollups }: CollectedMonth) {
  return [month, covered.first, covered.last, isWhole, rollups.map(({ date }) => date)];
}

function collect(first: string, last: string, dates: string[]) {
  const collector = new MonthCollector({ first, last });
  const months = dates.flatMap((date) => collector.add(new DayDraft(date).finish('user', 'UTC')));
  return [...months, ...collector.finish()].map(said);
}

describe('MonthCollector', () => {
  it('hands over month by month, those without a play too', () => {
    expect(collect('2023-11-15', '2024-02-10', ['2023-11-20', '2023-11-21', '2024-01-31'])).toEqual([
      ['2023-11', '2023-11-15', '2023-11-30', false, ['2023-11-20', '2023-11-21']],
      ['2023-12', '2023-12-01', '2023-12-31', true, []],
      ['2024-01', '2024-01-01', '2024-01-31', true, ['2024-01-31']],
      ['2024-02', '2024-02-01', '2024-02-10', false, []],
    ]);
  });

  it('covers a single day, though it has no play', () => {
    expect(collect('2024-02-10', '2024-02-10', [])).toEqual([['2024-02', '2024-02-10', '2024-02-10', false, []]]);
  });

  it('knows a month of which every day is covered', () => {
    expect(collect('2024-02-01', '2024-02-29', ['2024-02-29'])).toEqual([
      ['2024-02', '2024-02-01', '2024-02-29', true, ['2024-02-29']],
    ]);
  });
});
