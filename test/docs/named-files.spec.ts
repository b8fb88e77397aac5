import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);
/** The guide to extending tells of files that its reader makes. */
const MADE_BY_READER = /^(src\/milestones\/|test\/e2e\/(milestones|scrobbles)\.spec\.ts)/;

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  it('names files and folders that there are', () => {
    const named = [...text.matchAll(/`((?:src|test|docs|docker)\/[\w./-]*\w\/?)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !MADE_BY_READER.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('links to pages that there are', () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    expect(linked.filter((path) => !existsSync(join(ROOT, page, '..', path)))).toEqual([]);
  });
});
