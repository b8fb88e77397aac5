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
      joined: 0,
      skipped: { not_a_track: 1, not_played: 0, invalid: 0, duplicate: 1 },
      first_played_at: new Date(2 * DAY_MS),
      last_played_at: new Date(4 * DAY_MS),
    });
  });

  it('adds the files up', () => {
    expect(reportOf([second, first], [])).toEqual({
      files: 2,
      records: 8,
      stored: 2,
      merged: 1,
      joined: 0,
      skipped: { not_a_track: 1, not_played: 1, invalid: 1, duplicate: 2 },
      first_played_at: new Date(2 * DAY_MS),
      last_played_at: new Date(4 * DAY_MS),
      per_file: [second, first],
      entries: [],
    });
  });

  it('adds up the plays that were joined', () => {
    const [one, other] = [first, second].map((file, index) => ({ ...file, joined: index + 1 })) as [
      FileReport,
      FileReport,
    ];
    expect(reportOf([one, other], [])).toMatchObject({ joined: 3 });
  });

  it('has no first and last play where nothing was kept', () => {
    expect(reportOf([second], [])).toMatchObject({ first_played_at: null, last_played_at: null });
    expect(reportOf([], [])).toMatchObject({ files: 0, records: 0, first_played_at: null });
  });

  it('gives each entry that is read the records of its file as far as they are dealt with, so that they add up', () => {
    const entry = { archive: 'a.zip', reason: '', records: 999 };
    const { records, entries } = reportOf(
      [second, first],
      [
        { ...entry, name: 'x.pdf', state: 'not_history', reason: 'is a PDF document', records: 0 },
        { ...entry, name: 'b.json', state: 'read' },
        { ...entry, name: 'c.json', state: 'unreadable', reason: 'is empty (0 bytes)', records: 0, isMissed: true },
        { ...entry, name: 'a.json', state: 'read', reason: 'is cut off' },
      ],
    );
    expect(entries).toEqual([
      { name: 'x.pdf', archive: 'a.zip', state: 'not_history', reason: 'is a PDF document', records: 0 },
      { name: 'b.json', archive: 'a.zip', state: 'read', reason: '', records: 3 },
      { name: 'c.json', archive: 'a.zip', state: 'unreadable', reason: 'is empty (0 bytes)', records: 0 },
      { name: 'a.json', archive: 'a.zip', state: 'read', reason: 'is cut off', records: 5 },
    ]);
    expect(entries.reduce((sum, found) => sum + found.records, 0)).toBe(records);
  });
});
