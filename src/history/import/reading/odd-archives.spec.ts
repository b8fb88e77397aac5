import { beside, GOOD, HISTORY, inspect, statesOf } from '../../../../test/support/inspected-archive';
import { rawZip } from '../../../../test/support/raw-zip';

const NAME = 'Streaming_History_Audio_2020_1.json';

describe('an archive that looks odd', () => {
  it.each([
    ['/home/listener/a.json'],
    ['../../a.json'],
    ['C:\\Users\\listener\\a.json'],
    ['My Data\\a.json'],
    ['Zo\u00eb/\u4e2d.json'],
    [''],
    ['a:b?c*\n"d".json'],
  ])('is read if an entry is called %j, and shows it so', async (name) => {
    expect(statesOf(await inspect(rawZip([{ name, content: HISTORY }])))).toEqual([[name, 'read', 250]]);
  });

  it('shows names that are not UTF-8 as the first PCs had them, and of very long ones the end', async () => {
    const [name, long] = [Buffer.from([0x5a, 0x6f, 0x89]), `${'x'.repeat(60_000)}.json`];
    const found = await inspect(
      rawZip([
        { name, content: HISTORY, flags: 0 },
        { name: long, content: HISTORY },
      ]),
    );
    expect(statesOf(found)).toEqual([
      ['Zo\u00eb', 'read', 250],
      [long.slice(-255), 'read', 250],
    ]);
  });

  it.each([
    ['a line end', Buffer.from('\n')],
    ['a Windows line end', Buffer.from('\r\n')],
    ['zeros', Buffer.alloc(1_000)],
    ['more zeros than a comment is long', Buffer.alloc(300_000)],
    ['a few bytes of whatever', Buffer.from('sent by mail')],
  ])('is read with %s behind it', async (_case, padding) => {
    const zip = rawZip([GOOD]);
    expect(statesOf(await inspect(Buffer.concat([zip, padding])))).toEqual([['a.json', 'read', 250]]);
    const commented = rawZip([GOOD], 'My history \0\0\n');
    expect(statesOf(await inspect(Buffer.concat([commented, padding])))).toEqual([['a.json', 'read', 250]]);
  });

  it('is read with a comment in which another end of an archive seems to stand', async () => {
    const zip = rawZip([GOOD], `PK\u0005\u0006${'x'.repeat(30)}`);
    expect(statesOf(await inspect(zip))).toEqual([['a.json', 'read', 250]]);
  });

  it('needs no line for a folder', async () => {
    const found = await inspect(
      rawZip([{ name: '/', content: '' }, { name: 'a/', content: '' }, { name: 'b\\', content: '' }, GOOD]),
    );
    expect(statesOf(found)).toEqual([['a.json', 'read', 250]]);
  });

  it('gives each of several entries of one name a line', async () => {
    expect(statesOf(await inspect(rawZip([GOOD, { ...GOOD, content: '[]' }, { ...GOOD, content: '' }])))).toEqual([
      ['a.json', 'read', 250],
      ['a.json', 'read', 0],
      ['a.json', 'unreadable', 0],
    ]);
  });

  it('is read without the twin that a Mac puts beside each file', async () => {
    const twin = Buffer.from('0005160700020000', 'hex');
    for (const name of [`__MACOSX/._${NAME}`, `My Data/._${NAME}`, `__MACOSX/My Data/._${NAME}`])
      expect(await beside({ name, content: twin })).toEqual({
        name,
        archive: 'a.zip',
        state: 'not_history',
        reason: 'is what a Mac keeps beside a file, not the file itself',
        records: 0,
      });
  });
});
