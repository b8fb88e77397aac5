import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const TABLE = PAGE.slice(PAGE.indexOf('| tested by')).split('\n\n')[0] ?? '';
/** A test file and part of a title in it. */
const REFERENCE = /`([\w./-]+\.spec\.ts)` "([^"]+)"/g;

const cells = TABLE.split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));
const lines = cells
  .filter(([, , defence = '']) => defence !== '')
  .map(([, threat = '', , test = '']) => ({ threat, test }));

describe('the threat model', () => {
  it.each(lines)('names tests that there are: $threat', ({ test }) => {
    const references = [...test.matchAll(REFERENCE)];
    expect(references).not.toEqual([]);
    for (const [, path = '', title = ''] of references) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
      expect(readFileSync(join(ROOT, path), 'utf8')).toContain(title);
    }
    // Nothing beside the references, so that none is misspelt.
    expect(test.replace(REFERENCE, '').replace(/[\s,]/g, '')).toBe('');
  });

  it('has lines', () => {
    expect(lines.length).toBeGreaterThan(25);
  });
});
