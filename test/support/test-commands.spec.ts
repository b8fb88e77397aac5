import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const COMMANDS = ['test', 'test:long', 'test:browser'];

/** The test files that a script of package.json runs. */
function filesOf(script: string): string[] {
  const listed = execFileSync('npm', ['run', '--silent', script, '--', '--listTests'], { cwd: ROOT, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter(isAbsolute)
    .map((path) => relative(ROOT, path));
}

describe('the commands that run tests', () => {
  const files = COMMANDS.flatMap(filesOf);

  it('run every test file, each by one of them', () => {
    const all = ['src', 'test'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    );
    expect(files.sort()).toEqual(all.filter((path) => path.endsWith('.spec.ts')).sort());
  });

  it('are all run before a change lands', () => {
    const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(readme).toMatch(/<!-- test-command -->\s+```sh\n.* npm test\n```/);
    for (const command of COMMANDS.slice(1)) expect(ci).toContain(`count_tests 'npm run ${command}'`);
  });
});
