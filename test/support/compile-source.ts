import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Options, transformFileSync } from '@swc/core';

const ROOT = join(__dirname, '../..');
const SOURCE = join(ROOT, 'src');
const SWC: Options = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
};

/** What a process that runs compiled source needs of the environment: the folder is outside of the packages' reach. */
export const BUILD_ENV = { PATH: process.env.PATH ?? '', NODE_PATH: join(ROOT, 'node_modules') };

/**
 * Compiles the source as it lies there, so that processes which a test starts again and again start as fast as a user's.
 * @param part a folder of the source to compile alone
 */
export function compileSource(folder: string, part = ''): void {
  for (const name of readdirSync(join(SOURCE, part), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || /\.(spec|d)\.ts$/.test(name)) continue;
    const target = join(folder, part, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transformFileSync(join(SOURCE, part, name), SWC).code);
  }
}
