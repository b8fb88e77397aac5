import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { compiledEntry } from './compiled-source';
import type { TestApp } from './test-app';

export interface CommandOptions {
  args?: string[];
  env?: Record<string, string>;
  /** Where it runs: a folder without a `.env`, unless the test has put one there. */
  folder: string;
}

/** A command of the service as a process of its own, with no settings but the given ones. */
export class CommandProcess {
  private output = '';
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;
  private readonly closed: Promise<unknown[]>;

  /** @param entry such as `src/doctor/main.ts` */
  constructor(entry: string, { args = [], env = {}, folder }: CommandOptions) {
    this.child = spawn(process.execPath, [compiledEntry(entry), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.closed = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
  }

  static run(entry: string, options: CommandOptions): Promise<{ code: number | null; printed: string }> {
    return new CommandProcess(entry, options).ended();
  }

  /** Waits until it has printed this, or has ended without. */
  async prints(text: string): Promise<void> {
    while (!this.output.includes(text) && this.isRunning)
      await Promise.race([once(this.child.stdout, 'data'), once(this.child, 'exit')]);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Its end: the exit code, null where a signal ended it, and what it printed. */
  async ended(): Promise<{ code: number | null; printed: string }> {
    const [code] = (await this.closed) as [number | null];
    return { code, printed: this.output };
  }
}

/** The settings with which a command finds the data of a test app, and the app itself. */
export function settingsOf({ settings, url }: TestApp): Record<string, string> {
  return {
    APP_ENV: settings.appEnv,
    MONGODB_URI: settings.mongodbUri ?? '',
    REDIS_URL: settings.redisUrl ?? '',
    JWT_SECRET: settings.jwtSecret ?? '',
    ENCRYPTION_KEY: settings.encryptionKey ?? '',
    PORT: new URL(url).port,
  };
}
