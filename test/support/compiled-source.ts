import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformFileSync } from '@swc/core';

export const ROOT = join(__dirname, '../..');
const SOURCE = join(ROOT, 'src');
/** As deep as `dist`, so that packages and package.json are found from there. */
const COMPILED = join(ROOT, '.compiled');

/**
 * Compiles the source as it lies there, so that processes which tests start, some again and again, start as fast as a
 * user's. Files that come out as they are stay untouched, since those of other tests may be loading them.
 */
export function compileSource(): void {
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    const source = join(SOURCE, name);
    if (/\.(spec|d)\.ts$/.test(name) || !statSync(source).isFile()) continue;
    const target = compiledPath(source);
    const content = name.endsWith('.ts')
      ? Buffer.from(transformFileSync(source, { root: ROOT }).code)
      : readFileSync(source);
    if (existsSync(target) && readFileSync(target).equals(content)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

/** @param entry of the source, such as `src/main.ts` */
export function compiledEntry(entry: string): string {
  return compiledPath(join(ROOT, entry));
}

function compiledPath(source: string): string {
  return join(COMPILED, relative(SOURCE, source)).replace(/\.ts$/, '.js');
}
