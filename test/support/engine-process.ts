import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledEntry } from './compiled-source';
import { endProcess } from './end-process';

interface EngineOptions {
  socketPath?: string;
  /** The main.js of the engine in a build; else what Jest's set-up has compiled. */
  entry?: string;
}

/** The embedded engine as a process of its own, which can be killed. */
export class EngineProcess {
  private child: ChildProcess | undefined;
  private readonly socketPath: string;
  private readonly entry: string;
  readonly uri: string;

  constructor(
    readonly dataDir: string,
    { socketPath, entry }: EngineOptions = {},
  ) {
    this.socketPath = socketPath ?? join(dataDir, 'engine.sock');
    this.entry = entry ?? compiledEntry('src/local-services/embedded-mongo/main.ts');
    this.uri = `mongodb://${encodeURIComponent(this.socketPath)}/`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts the process. @returns its first line of output, or of complaint, when that is there */
  async start(): Promise<string> {
    const child = spawn(process.execPath, [this.entry, '--data-dir', this.dataDir, '--socket', this.socketPath], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const lines = [child.stdout, child.stderr].map((input) => once(createInterface({ input }), 'line'));
    const [line] = (await Promise.race([...lines, once(child, 'exit')])) as [unknown];
    return String(line);
  }

  /** @returns the process' exit code, null where the signal ended it */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return endProcess(this.child, signal);
  }
}

/** The engine's own main.js in the build whose service begins with this one. */
export function engineIn(serviceEntry: string): string {
  return join(dirname(serviceEntry), 'local-services/embedded-mongo/main.js');
}
