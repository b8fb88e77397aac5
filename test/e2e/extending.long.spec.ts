import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8');
const PROJECT = [
  ...['src', 'test', 'docs', 'package.json', 'jest.config.js', 'eslint.config.mjs', '.dependency-cruiser.js'],
  ...['.prettierrc.json', '.swcrc', 'tsconfig.json', 'tsconfig.build.json'],
];
/** Of the modules that the guide adds. */
const TESTS = ['test/e2e/milestones.spec.ts', 'test/e2e/scrobbles.spec.ts'];
const RUN_MS = 300_000;

interface Piece {
  path: string;
  language: string;
  text: string;
}

/** The pieces of code on the page, each under the file that it is for. */
function piecesOf(page: string): Piece[] {
  const pieces: Piece[] = [];
  let path = '';
  for (const [, file, language = '', text = ''] of page.matchAll(/^\*\*`(.+)`\*\*$|^```(\w+)\n([^]*?)^```$/gm)) {
    if (file !== undefined) path = file;
    else if (language === 'ts' || language === 'diff') pieces.push({ path, language, text });
  }
  return pieces;
}

/** A text with the lines of ' ' and '-' replaced by those of ' ' and '+'. @throws Error where it does not hold them once */
function applied(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const side = (mark: string): string =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after, ...more] = text.split(side('-'));
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`There is not one place for\n${diff}`);
  return before + side('+') + after;
}

describe('the guide to extending', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-extending-'));
  const run = promisify(execFile);
  const runHere = async (...command: string[]): Promise<void> => {
    await run('npx', ['--no-install', ...command], { cwd: folder }).catch((error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command.join(' ')} fails:\n${stdout}${stderr}`);
    });
  };

  beforeAll(() => {
    for (const name of PROJECT) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const { path, language, text } of piecesOf(GUIDE)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, language === 'ts' ? text : applied(readFileSync(file, 'utf8'), text));
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('names providers that there are', () => {
    const table = /^\| to add[^]*?\n\n/m.exec(GUIDE)?.[0] ?? '';
    const names = [...table.matchAll(/`([\w./-]+\.ts|[A-Z]\w+)`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(15);
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const source = files.map((file) => readFileSync(join(ROOT, 'src', file), 'utf8')).join('\n');
    const isThere = (name: string): boolean =>
      name.endsWith('.ts')
        ? files.some((file) => file.endsWith(name))
        : new RegExp(`(class|interface|type) ${name}\\b`).test(source);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it.each([
    ['types', ['tsc', '--noEmit']],
    ['import order', ['depcruise', 'src', '--config', '.dependency-cruiser.js']],
    ['format', ['prettier', '--check', 'src/milestones', ...TESTS]],
  ])('has a module that fits the %s', (_, command) => runHere(...command), RUN_MS);

  it(
    'has a module whose tests pass',
    async () => {
      await runHere('jest', ...TESTS, '--runInBand');
    },
    RUN_MS,
  );
});
