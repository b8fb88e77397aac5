import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { compiledEntry } from './compiled-source';

/** A command of the service, as `npm run` starts it, with nothing of the tests' environment. */
export class Command {
  private output = '';
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;
  private readonly closed: Promise<unknown[]>;

  /**
   * @param entry such as `src/database-tools/backup.ts`
   * @param cwd where it finds no `.env`
   */
  constructor(entry: string, args: string[], env: Record<string, string>, cwd: string) {
    this.child = spawn(process.execPath, [compiledEntry(entry), ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.closed = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
  }

  kill(signal: 'SIGINT' | 'SIGKILL'): void {
    this.child.kill(signal);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Its end: the exit code, and what it printed. */
  async end(): Promise<{ code: number | null; printed: string }> {
    const [code] = (await this.closed) as [number | null];
    return { code, printed: this.output };
  }
}
