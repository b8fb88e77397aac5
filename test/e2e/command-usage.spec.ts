import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandProcess } from '../support/command-process';

const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const COMMANDS = [
  'doctor',
  'import',
  'migrations',
  'rotate-keys',
  'backup',
  'restore',
  'migrate-database',
  'sample-export',
];

/** The source of what `npm run` starts. */
function entryOf(command: string): string {
  const [, built] = /^node dist\/(\S+)\.js$/.exec(scripts[command] ?? '') ?? [];
  if (built === undefined) throw new Error(`npm run ${command} is no command of ours`);
  return `src/${built}.ts`;
}

describe('the commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-usage-'));
  const run = (command: string, args: string[], env = {}): Promise<{ code: number | null; printed: string }> =>
    CommandProcess.run(entryOf(command), { args, env, folder });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(COMMANDS)('npm run %s says how it is used, and does nothing else', async (command) => {
    const { code, printed } = await run(command, ['--help']);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: expect.stringMatching(new RegExp(`^Usage: npm run ${command}\\b.*\\n$`)) as string,
    });
  });

  it.each([
    ['backup', [], 'Name one file to write the backup to.'],
    ['restore', ['a', 'b'], 'Name one backup to restore.'],
    ['import', [], 'Name the files to import.'],
    ['sample-export', ['--plays', '1.5'], 'plays must be a whole number from 1 to 5000000.'],
    ['sample-export', ['--format', 'csv'], 'format must be extended or account.'],
    ['sample-export', ['--user', 'nobody'], '"nobody" has no plays to export. Choose one of: '],
    ['doctor', ['--all'], "Unknown option '--all'"],
  ])('npm run %s -- %j says what is wrong, and how it is used', async (command, args, sentence) => {
    const { code, printed } = await run(command, args);
    expect(code).toBe(1);
    expect(printed.slice(0, sentence.length)).toBe(sentence);
    expect(printed).toMatch(new RegExp(`\\nUsage: npm run ${command}\\b.*\\n$`));
  });

  it('take a file name as the person means it who runs npm in another folder', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    const { code } = await run('sample-export', ['--plays', '10', '--out', 'mine.zip'], { INIT_CWD: elsewhere });
    expect({ code, there: existsSync(join(elsewhere, 'mine.zip')) }).toEqual({ code: 0, there: true });
    const missing = await run('restore', ['mine.backup'], { INIT_CWD: elsewhere });
    expect(missing).toEqual({ code: 1, printed: expect.stringContaining(join(elsewhere, 'mine.backup')) as string });
  });
});
