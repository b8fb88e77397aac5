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

  it('is known by these in whatever folder somebody has put all of it', async () => {
    const { files } = await inspect(
      rawZip([GOOD, ...own.map((entry) => ({ ...entry, name: `my/data/${String(entry.name)}` }))]),
    );
    expect(files.map(({ name }) => name)).toEqual(['a.zip/a.json', 'a.zip/my/data/history.jsonl']);
  });

  it('hides no other history that somebody has put into it', async () => {
    const others = [
      'Streaming_History_Audio_2023_0.json',
      'my-platform-format/Streaming_History_Audio_2023_0.json',
      'platform-format/Streaming_History_Audio_2019-2021_0.json',
      'platform-format/StreamingHistory0.json',
      'platform-format/older/Streaming_History_Audio_2023_0.json',
      'older/platform-format/Streaming_History_Audio_2023_0.json',
    ];
    const found = await inspect(rawZip([...own, ...others.map((name) => ({ ...GOOD, name }))]));
    expect(found.files.map(({ name }) => name)).toEqual(['history.jsonl', ...others].map((name) => `a.zip/${name}`));
  });

  const line = JSON.stringify(row);
  it.each<[string, Partial<RawEntry>, number]>([
    ['breaks off', { content: `${line}\n${line.slice(0, 80)}` }, 1],
    ['has a line that is torn', { content: `${line}\n${line.slice(0, 80)}\n${line}\n` }, 3],
    ['has a line without its beginning', { content: `${line}\n${line.slice(80)}\n${line}\n` }, 3],
    [
      'is damaged as it is packed',
      { method: 0, damage: (data) => Buffer.from(data).fill('x', line.indexOf('Song'), line.indexOf('Song') + 4) },
      1,
    ],
    ['is no archive of ours', { content: `${JSON.stringify(extendedRecord())}\n` }, 1],
    ['is called otherwise', { name: 'history.json' }, 1],
  ])('is read in both forms if its history %s', async (_case, how, records) => {
    const [history, ...others] = own;
    const { files, entries } = await inspect(rawZip([{ name: '', content: '', ...history, ...how }, ...others]));
    expect(files.map((file) => file.records)).toEqual([records, 1, 2]);
    expect(entries.map(({ state }) => state)).toEqual(['read', 'not_history', 'read', 'read']);
  });

  it('is read in the form of the platform if its history cannot be read at all', async () => {
    const [, ...others] = own;
    const { files } = await inspect(rawZip([{ name: 'history.jsonl', content: line.slice(0, 80) }, ...others]));
    expect(files.map((file) => file.records)).toEqual([1, 2]);
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
