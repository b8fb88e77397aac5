import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Options, transformFileSync } from '@swc/core';

export const ROOT = join(__dirname, '../..');
const SOURCE = join(ROOT, 'src');
/** As deep as `dist`, so that packages and package.json are found from there. */
const COMPILED = join(ROOT, '.compiled');
const SWC: Options = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
};

/**
 * Compiles what of the source has changed since the last time, so that processes which tests start, some again and again,
 * start as fast as a user's, and are never those of a stale build.
 */
export function compileSource(): void {
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    const source = join(SOURCE, name);
    if (/\.(spec|d)\.ts$/.test(name) || !statSync(source).isFile()) continue;
    const target = compiledPath(source);
    if (changedAt(target) > changedAt(source)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (name.endsWith('.ts')) writeFileSync(target, transformFileSync(source, SWC).code);
    else copyFileSync(source, target);
  }
}

/** @param entry of the source, such as `src/main.ts` */
export function compiledEntry(entry: string): string {
  return compiledPath(join(ROOT, entry));
}

function compiledPath(source: string): string {
  return join(COMPILED, relative(SOURCE, source)).replace(/\.ts$/, '.js');
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
