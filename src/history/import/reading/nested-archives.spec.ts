import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GOOD, HISTORY, inspect, LIMITS, refusalOf, statesOf } from '../../../../test/support/inspected-archive';
import { rawZip } from '../../../../test/support/raw-zip';
import { accountRecord, UploadFolder } from '../../../../test/support/small-uploads';
import { inspectFiles } from './inspect-files';
import { describeMissed } from './missed-entries';
import { readText } from './unpack';

const ACCOUNT = JSON.stringify([accountRecord(), accountRecord({ endTime: '2023-04-02 09:00' })], null, 2);
const NAME = 'Streaming_History_Audio_2020_1.json';

describe('archives in an archive', () => {
  it.each([0, 8])('are read if they lie in the uploaded one, with their gzip files (method %i)', async (method) => {
    const inner = rawZip([GOOD, { name: 'c.json.gz', content: gzipSync(ACCOUNT) }, { name: NAME, content: '' }]);
    const found = await inspect(
      rawZip([
        { name: 'in/ner.zip', content: inner, method },
        { name: 'b.json.gz', content: gzipSync(HISTORY), method },
        GOOD,
      ]),
    );
    expect(statesOf(found)).toEqual([
      ['in/ner.zip/a.json', 'read', 250],
      ['in/ner.zip/c.json.gz', 'read', 2],
      [`in/ner.zip/${NAME}`, 'unreadable', 0],
      ['b.json.gz', 'read', 250],
      ['a.json', 'read', 250],
    ]);
    expect(found.files.map(({ name }) => name)).toEqual(
      ['in/ner.zip/a.json', 'in/ner.zip/c.json.gz', 'b.json.gz', 'a.json'].map((name) => `a.zip/${name}`),
    );
    for (const { path, packed, bytes } of found.files) {
      let length = 0;
      for await (const chunk of readText(path, packed, 0)) length += chunk.length;
      expect(length).toBe(bytes);
    }
  });

  it('are nested too deep two levels down', async () => {
    const third = rawZip([GOOD]);
    const second = rawZip([{ name: 'third.zip', content: third }, GOOD]);
    const found = await inspect(rawZip([{ name: 'second.zip', content: second }]));
    expect(statesOf(found)).toEqual([
      ['second.zip/third.zip', 'unreadable', 0],
      ['second.zip/a.json', 'read', 250],
    ]);
    expect(found.entries[0]?.reason).toContain('nested too deep');
    expect(describeMissed(found.entries)).toContain('"second.zip/third.zip" is nested too deep');
  });

  it('have a line of their own if there is nothing in them, or they cannot be opened', async () => {
    const inner = rawZip([GOOD]);
    const found = await inspect(
      rawZip([
        { name: 'empty.zip', content: rawZip([]) },
        { name: 'cut.zip', content: inner.subarray(0, -30) },
        { name: 'damaged.zip', content: inner, damage: (data) => data.subarray(0, data.length / 2) },
        { name: 'locked.zip', content: inner, flags: 1 },
        { name: 'twice.gz', content: gzipSync(inner) },
        GOOD,
      ]),
    );
    expect(found.entries.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['empty.zip', 'not_history', 'is a zip archive without files'],
      ['cut.zip', 'unreadable', 'is a damaged or incomplete zip archive'],
      ['damaged.zip', 'unreadable', 'is a damaged or incomplete zip archive'],
      ['locked.zip', 'unreadable', 'is locked with a password'],
      ['twice.gz', 'unreadable', 'is a gzip file of another packed file, which is not opened'],
      ['a.json', 'read', ''],
    ]);
    const missed = ['cut.zip', 'damaged.zip', 'locked.zip', 'twice.gz'];
    expect(found.entries.filter(({ isMissed }) => isMissed).map(({ name }) => name)).toEqual(missed);
    expect(describeMissed(found.entries)).toMatch(
      /^Everything was imported but 4 files that look like .+, or an archive that may hold one, and cannot be read: "cut\.zip" is a damaged or incomplete zip archive; .+\.$/,
    );
  });

  it('leave nothing on the disk but what the import reads', async () => {
    const own = new UploadFolder();
    const { path, name } = own.add(
      'a.zip',
      rawZip([
        { name: 'none.zip', content: rawZip([{ name: 'a.pdf', content: '%PDF' }]) },
        { name: 'one.zip', content: rawZip([GOOD]) },
        { name: 'none.gz', content: gzipSync('x') },
      ]),
    );
    const { files } = await inspectFiles([{ path, name }], LIMITS);
    expect(files).toHaveLength(1);
    expect(readdirSync(dirname(path))).toHaveLength(2);
    expect(
      readFileSync(files[0]?.path ?? '')
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\u0003\u0004');
    own.remove();
  });

  it('count with all others when it comes to the number of entries', async () => {
    const some = Array.from({ length: 400 }, (_, index) => ({ name: `${index}.txt`, content: '' }));
    const inner = { name: 'inner.zip', content: rawZip(some) };
    expect((await inspect(rawZip([inner, inner, GOOD]))).entries).toHaveLength(801);
    expect(await refusalOf(rawZip([inner, inner, inner, GOOD]))).toMatchObject({ kind: 'too_many_entries' });
  });
});
