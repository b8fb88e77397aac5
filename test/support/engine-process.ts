import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BUILD_ENV } from './compile-source';

/** The embedded engine's entry under the folder of the service's source. */
const ENTRY = 'local-services/embedded-mongo/main.js';

/** The embedded engine as a process of its own, which can be killed. */
export class EngineProcess {
  private child: ChildProcess | undefined;
  readonly uri: string;

  /** @param build where the source was compiled to */
  constructor(
    private readonly build: string,
    readonly dataDir: string,
    private readonly socketPath = join(dataDir, 'engine.sock'),
  ) {
    this.uri = `mongodb://${encodeURIComponent(socketPath)}/`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts the process. @returns its first line of output, or of complaint, when that is there */
  async start(): Promise<string> {
    const entry = join(this.build, ENTRY);
    const child = spawn(process.execPath, [entry, '--data-dir', this.dataDir, '--socket', this.socketPath], {
      env: BUILD_ENV,
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
