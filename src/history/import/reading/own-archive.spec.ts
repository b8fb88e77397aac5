import { GOOD, inspect } from '../../../../test/support/inspected-archive';
import { type RawEntry, rawZip } from '../../../../test/support/raw-zip';
import { accountRecord, extendedRecord } from '../../../../test/support/small-uploads';
import { describeMissed } from './missed-entries';

const ACCOUNT = JSON.stringify([accountRecord(), accountRecord({ endTime: '2023-04-02 09:00' })], null, 2);

describe('an archive of this service', () => {
  const row = {
    track: { platform_id: '0123456789abcdefghijAB', name: 'Song', artist_name: 'Ann', album_name: '' },
    played_at: '2023-04-01T08:15:30.250Z',
    ms_played: null,
    seen: { api: '2023-04-01T08:15:30.250Z' },
  };
  const own: RawEntry[] = [
    { name: 'history.jsonl', content: `${JSON.stringify(row)}\n` },
    { name: 'jobs.jsonl', content: '{"job_type":"import"}\n' },
    { name: 'platform-format/Streaming_History_Audio_2023_0.json', content: JSON.stringify([extendedRecord()]) },
    { name: 'platform-format/StreamingHistory_music_0.json', content: ACCOUNT },
  ];

  it('is read by its rows, and not a second time in the form of the platform', async () => {
    const { files, entries } = await inspect(rawZip(own));
    expect(files).toMatchObject([{ name: 'a.zip/history.jsonl', format: 'playledger', records: 1 }]);
    expect(entries.map(({ state }) => state)).toEqual(['read', 'not_history', 'not_history', 'not_history']);
    expect(entries[2]?.reason).toContain('history.jsonl');
    expect(describeMissed(entries)).toBe('');
  });

  it('has no say in what lies in an archive beside it', async () => {
    const found = await inspect(
      rawZip([
        { name: 'own.zip', content: rawZip(own) },
        { name: 'platform.zip', content: rawZip([GOOD]) },
        { ...GOOD, name: 'b.json' },
      ]),
    );
    expect(found.files.map(({ name }) => name)).toEqual([
      'a.zip/own.zip/history.jsonl',
      'a.zip/platform.zip/a.json',
      'a.zip/b.json',
    ]);
  });
});
