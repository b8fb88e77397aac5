import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFileSync } from '@swc/core';

const ROOT = join(__dirname, '../..');
const SOURCE = join(ROOT, 'src/local-services/embedded-mongo');

/**
 * Compiles the embedded engine as it lies in the source, so that its process starts as fast as a user's.
 * @returns its entry
 */
export function compileEngine(folder: string): string {
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const { code } = transformFileSync(join(SOURCE, name), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    writeFileSync(target, code);
  }
  return join(folder, 'main.js');
}

/** The embedded engine as a process of its own, which can be killed. */
export class EngineProcess {
  private child: ChildProcess | undefined;
  readonly uri: string;

  constructor(
    private readonly entry: string,
    readonly dataDir: string,
    private readonly socketPath = join(dataDir, 'engine.sock'),
  ) {
    this.uri = `mongodb://${encodeURIComponent(socketPath)}/`;
  }

  /** Starts the process. @returns its first line of output, or of complaint, when that is there */
  async start(): Promise<string> {
    const child = spawn(process.execPath, [this.entry, '--data-dir', this.dataDir, '--socket', this.socketPath], {
      env: { PATH: process.env.PATH, NODE_PATH: join(ROOT, 'node_modules') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const lines = [child.stdout, child.stderr].map((input) => once(createInterface({ input }), 'line'));
    const [line] = (await Promise.race([...lines, once(child, 'exit')])) as [unknown];
    return String(line);
  }

  /** @returns the process' exit code, null where the signal ended it */
  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}
