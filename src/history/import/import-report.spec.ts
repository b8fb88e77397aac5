import { countRecord, type FileReport, noRecords, reportOf } from './import-report';
import { DAY_MS } from '../../common/durations';

function fileReport(file: string, outcomes: readonly [Parameters<typeof countRecord>[1], number?][]): FileReport {
  const counts = noRecords();
  for (const [outcome, playedAt] of outcomes) countRecord(counts, outcome, playedAt);
  return { file, ...counts };
}

describe('the report of an import', () => {
  const first = fileReport('a.json', [
    ['stored', 3 * DAY_MS],
    ['stored', 2 * DAY_MS],
    ['merged', 4 * DAY_MS],
    ['duplicate', DAY_MS],
    ['not_a_track'],
  ]);
  const second = fileReport('b.json', [['not_played'], ['invalid'], ['duplicate', 9 * DAY_MS]]);

  it('counts each record once', () => {
    expect(first).toEqual({
      file: 'a.json',
      records: 5,
      stored: 2,
      merged: 1,
      skipped: { not_a_track: 1, not_played: 0, invalid: 0, duplicate: 1 },
      first_played_at: new Date(2 * DAY_MS),
      last_played_at: new Date(4 * DAY_MS),
    });
  });

  it('adds the files up', () => {
    expect(reportOf([second, first])).toEqual({
      files: 2,
      records: 8,
      stored: 2,
      merged: 1,
      skipped: { not_a_track: 1, not_played: 1, invalid: 1, duplicate: 2 },
      first_played_at: new Date(2 * DAY_MS),
      last_played_at: new Date(4 * DAY_MS),
      per_file: [second, first],
    });
  });

  it('has no first and last play where nothing was kept', () => {
    expect(reportOf([second])).toMatchObject({ first_played_at: null, last_played_at: null });
    expect(reportOf([])).toMatchObject({ files: 0, records: 0, first_played_at: null });
  });
});
