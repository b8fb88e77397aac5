import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFiles, formOf } from './files';

describe('the files of an import', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-files-'));
    process.env['INIT_CWD'] = folder;
  });
  afterEach(() => {
    delete process.env['INIT_CWD'];
    rmSync(folder, { recursive: true });
  });

  it('are looked for where the person is', async () => {
    const path = join(folder, 'plays.json');
    writeFileSync(path, '[]');
    expect(await findFiles(['plays.json', path], '')).toEqual([
      { path, size: 2 },
      { path, size: 2 },
    ]);
  });

  it.each([
    [[], /^Name the files to import\.\nUsage: npm run import$/],
    [['nothing.zip'], /^There is no file nothing\.zip \(looked for \/.*\/nothing\.zip\)\.$/],
    [['.'], /^\. is a folder\. Name the files in it, such as \.\/\*\.json\.$/],
  ])('are missed with a sentence: %j', async (names, sentence) => {
    await expect(findFiles(names, 'npm run import')).rejects.toThrow(sentence);
  });

  it('make a form, whatever their names', async () => {
    const name = 'a "history"\n.json';
    writeFileSync(join(folder, name), '[1]');
    let form = '';
    for await (const chunk of formOf([{ path: join(folder, name), size: 3 }], 'xyz'))
      form += Buffer.from(chunk).toString();
    expect(form.split('\r\n')).toEqual([
      '--xyz',
      'Content-Disposition: form-data; name="file"; filename="a %22history%22%0A.json"',
      'Content-Type: application/octet-stream',
      '',
      '[1]',
      '--xyz--',
      '',
    ]);
  });
});
