import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, RootDatabase } from 'lmdb';
import { bringToFormat, FormatStep, startFormat } from './format';

const FORMAT = Buffer.from('format');
const DATA = Buffer.from('data');

/** Formats that there are not: what a file holds tells which steps it has seen. */
const STEPS: FormatStep[] = ['a', 'b', 'c'].map((letter) => (root) => {
  root.putSync(DATA, Buffer.concat([root.get(DATA) ?? Buffer.alloc(0), Buffer.from(letter)]));
});

describe('the format of a data file', () => {
  let folder: string;
  let root: RootDatabase<Buffer, Buffer>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'format-'));
    root = open<Buffer, Buffer>({ path: join(folder, 'a.mdb'), encoding: 'binary', keyEncoding: 'binary' });
  });
  afterEach(async () => {
    await root.close();
    rmSync(folder, { recursive: true });
  });

  const stored = (key: Buffer): string | undefined => root.get(key)?.toString();
  const upgrade = (steps: FormatStep[]): void => {
    bringToFormat(root, 'a.mdb', steps);
  };

  test('a new file has the newest, and goes through no step', () => {
    startFormat(root, STEPS);
    upgrade(STEPS);
    expect([stored(FORMAT), stored(DATA)]).toEqual(['4', undefined]);
  });

  test.each([
    ['1', 'abc'],
    ['2', 'bc'],
    ['3', 'c'],
  ])('a file of format %s goes through the steps %s, once', (format, steps) => {
    root.putSync(FORMAT, Buffer.from(format));
    upgrade(STEPS);
    upgrade(STEPS);
    expect([stored(FORMAT), stored(DATA)]).toEqual(['4', steps]);
  });

  test('a step that fails leaves the file as the step before it left it, from where the next start goes on', () => {
    startFormat(root, []);
    const [first = fail, , third = fail] = STEPS;
    const half: FormatStep = (each) => {
      each.putSync(DATA, Buffer.from('half'));
      fail();
    };
    expect(() => {
      upgrade([first, half, third]);
    }).toThrow('failed');
    expect([stored(FORMAT), stored(DATA)]).toEqual(['2', 'a']);
    upgrade(STEPS);
    expect([stored(FORMAT), stored(DATA)]).toEqual(['4', 'abc']);
  });

  test.each([
    ['5', /has format 5, written by a later version; this version reads up to format 4/],
    ['0', /is damaged \(no valid format number\)/],
    ['x', /is damaged/],
    [undefined, /is damaged/],
  ])('a file of format %s is refused and left alone', (format, sentence) => {
    if (format !== undefined) root.putSync(FORMAT, Buffer.from(format));
    expect(() => {
      upgrade(STEPS);
    }).toThrow(sentence);
    expect([stored(FORMAT), stored(DATA)]).toEqual([format, undefined]);
  });
});

function fail(): void {
  throw new Error('failed');
}
