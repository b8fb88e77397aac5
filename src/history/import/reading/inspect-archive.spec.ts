import { beside, GOOD, HISTORY, inspect, refusalOf, statesOf } from '../../../../test/support/inspected-archive';
import { type RawEntry, rawZip } from '../../../../test/support/raw-zip';
import { accountRecord, zipOf } from '../../../../test/support/small-uploads';
import { describeMissed } from './missed-entries';

const ACCOUNT = JSON.stringify([accountRecord(), accountRecord({ endTime: '2023-04-02 09:00' })], null, 2);
const NAME = 'Streaming_History_Audio_2020_1.json';

describe('an archive', () => {
  it.each([true, false])(
    'gives its histories, known by their content, and names all else (compressed: %s)',
    async (compress) => {
      const found = await inspect(
        await zipOf(
          {
            'MyData/Playlist1.json': '{"playlists": []}',
            'MyData/Marquee.json': '[{"artistName": "Ann", "segment": "Light listeners"}]',
            'MyData/ReadMeFirst.pdf': Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000, 7)]),
            'MyData/empty.txt': '',
            'Streaming History/Audio_0.json': HISTORY,
            'deep/er/StreamingHistory0.json': ACCOUNT,
            'renamed.dat': ACCOUNT,
          },
          { compress },
        ),
      );
      expect(found.files.map(({ name, format }) => [name, format])).toEqual([
        ['a.zip/Streaming History/Audio_0.json', 'extended'],
        ['a.zip/deep/er/StreamingHistory0.json', 'account'],
        ['a.zip/renamed.dat', 'account'],
      ]);
      expect(statesOf(found)).toEqual([
        ['MyData/Playlist1.json', 'not_history', 0],
        ['MyData/Marquee.json', 'not_history', 0],
        ['MyData/ReadMeFirst.pdf', 'not_history', 0],
        ['MyData/empty.txt', 'unreadable', 0],
        ['Streaming History/Audio_0.json', 'read', 250],
        ['deep/er/StreamingHistory0.json', 'read', 2],
        ['renamed.dat', 'read', 2],
      ]);
      expect(found.entries.every(({ state, reason }) => (reason === '') === (state === 'read'))).toBe(true);
      expect(describeMissed(found.entries)).toBe('');
    },
  );

  it.each<[string, Buffer | string, string]>([
    ['nothing', '', 'is empty (0 bytes)'],
    ['zeros', Buffer.alloc(9_000), 'holds nothing but zeros'],
    ['zeros in front', `\0\0${HISTORY}`, 'is neither JSON, nor gzip, nor a zip archive'],
    ['a first record that is not whole', HISTORY.slice(0, 99), 'breaks off before its first record is whole'],
    ['Latin-1', Buffer.from(HISTORY, 'latin1'), 'is neither in UTF-8 nor in UTF-16 with a byte order mark'],
    [
      'UTF-16 without a mark',
      Buffer.from(HISTORY, 'utf16le'),
      'is neither in UTF-8 nor in UTF-16 with a byte order mark',
    ],
    ['an object around it', `{"all": ${HISTORY}}`, 'has its records wrapped in an object'],
    ['a web page', '<html></html>', 'is a web page'],
    ['other records', '[{"artistName": "Ann"}]', 'is not a listening history, but other JSON'],
  ])(
    'has an unreadable entry if that is called a history and holds %s, and says so',
    async (_case, content, reason) => {
      for (const name of [`My Data/${NAME}`, 'StreamingHistory_music_0.json', 'endsong_3.json']) {
        const found = await beside({ name, content });
        expect(found).toMatchObject({ name, state: 'unreadable', records: 0, isMissed: true });
        expect(found.reason).toContain(reason);
        expect(describeMissed([found])).toBe(
          `Everything was imported but a file that looks like a listening history and cannot be read: "${name}" ${found.reason}.`,
        );
      }
    },
  );

  it('has an unreadable entry if that begins as a history does, whatever it is called', async () => {
    for (const content of [
      HISTORY.slice(0, 99),
      ACCOUNT.slice(0, 50),
      `{"all": ${HISTORY}}`,
      Buffer.from(HISTORY, 'latin1'),
      `{"about": "${'more '.repeat(100_000)}", "all": ${HISTORY}}`,
    ])
      expect(await beside({ name: 'x.txt', content })).toMatchObject({ state: 'unreadable', isMissed: true });
  });

  it.each<[string, Partial<RawEntry>, string]>([
    ['is locked', { flags: 0x801 }, 'is locked with a password'],
    ['is locked strongly', { flags: 0x41, method: 99 }, 'is locked with a password'],
    ['is packed by another method', { method: 9 }, 'is packed by a method'],
    ['is packed by a method that there is not', { method: 7_777 }, 'is packed by a method'],
    ['is damaged at its beginning', { damage: (data) => Buffer.from(data).fill(0xff, 0, 20) }, 'cannot be unpacked'],
    [
      'is damaged though not packed',
      { method: 0, damage: (data) => Buffer.from(data).fill(0xff, 0, 20) },
      'is neither JSON',
    ],
  ])('leaves out one entry that %s, and reads the others', async (_case, how, reason) => {
    const found = await beside({ name: NAME, content: HISTORY, ...how });
    expect(found).toMatchObject({ state: 'unreadable', records: 0, isMissed: true });
    expect(found.reason).toContain(reason);
    const alone = await refusalOf(rawZip([{ name: NAME, content: HISTORY, ...how }]));
    expect(alone).toMatchObject({ kind: 'nothing_readable', entries: `"${NAME}" ${found.reason}` });
  });

  it('leaves out one entry that is not where its directory says', async () => {
    const zip = rawZip([GOOD, { ...GOOD, name: 'b.json' }]);
    zip.writeUInt32LE(9, zip.readUInt32LE(zip.length - 6) + 42);
    expect(statesOf(await inspect(zip))).toEqual([
      ['a.json', 'unreadable', 0],
      ['b.json', 'read', 250],
    ]);
  });

  it('reads an entry that breaks off after whole records, and says where', async () => {
    const cut = await inspect(rawZip([{ name: NAME, content: HISTORY.slice(0, HISTORY.length / 2) }]));
    expect(cut.entries).toMatchObject([{ state: 'read', records: 125 }]);
    expect(cut.entries[0]?.reason).toMatch(/^is cut off at byte [\d,]+, where record 126 should be$/);
  });

  it.each([0, 8])('reads an entry that does not come to its checksum, and says so (method %i)', async (method) => {
    const damage = (data: Buffer): Buffer => (method === 0 ? Buffer.from(data).fill('x', 500, 501) : data);
    const zip = rawZip([{ name: NAME, content: HISTORY, method, damage }]);
    if (method === 8) zip.writeUInt32LE(1, zip.readUInt32LE(zip.length - 6) + 16);
    const { entries } = await inspect(zip);
    expect(entries).toMatchObject([{ state: 'read', records: 250 }]);
    expect(entries[0]?.reason).toContain('is damaged: it cannot be unpacked');
  });

  it('says what lies in it if none of that is a history', async () => {
    expect(await refusalOf(rawZip([]))).toMatchObject({ kind: 'no_history' });
    expect(await refusalOf(rawZip([{ name: 'a.pdf', content: '%PDF' }]))).toMatchObject({ kind: 'no_history' });
    const refusal = await refusalOf(
      rawZip([
        { name: NAME, content: '' },
        { name: 'b.txt', content: '' },
      ]),
    );
    expect(refusal).toEqual({ fileName: 'a.zip', kind: 'nothing_readable', entries: `"${NAME}" is empty (0 bytes)` });
  });

  it('names twenty entries that it cannot read, and the number of the others', async () => {
    const many = Array.from({ length: 23 }, (_, index) => ({ name: `endsong_${index}.json`, content: '' }));
    const { entries } = await inspect(rawZip([GOOD, ...many]));
    expect(describeMissed(entries)).toMatch(
      /^Everything was imported but 23 files that look .+"endsong_19\.json" .+; and 3 more\.$/,
    );
  });

  it('is refused if it is cut off, or its directory damaged', async () => {
    const zip = rawZip([GOOD, GOOD]);
    const directory = zip.readUInt32LE(zip.length - 6);
    for (const damaged of [
      zip.subarray(0, -30),
      zip.subarray(0, 100),
      Buffer.from(zip).fill(0, directory, directory + 4),
    ])
      expect(await refusalOf(damaged)).toMatchObject({ kind: 'damaged_zip' });
  });

  it('may have 1,000 entries, folders among them, and no more', async () => {
    const others = Array.from({ length: 999 }, (_, index) => ({
      name: index < 9 ? `${index}/` : `${index}.txt`,
      content: '',
    }));
    expect((await inspect(rawZip([...others, GOOD]))).entries).toHaveLength(991);
    expect(await refusalOf(rawZip([...others, GOOD, GOOD]))).toMatchObject({ kind: 'too_many_entries' });
  });
});
