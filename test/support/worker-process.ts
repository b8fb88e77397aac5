import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compiledEntry, ROOT } from './compiled-source';
import type { TestApp } from './test-app';

export interface WorkerOptions {
  env?: Record<string, string>;
  /** A file of test/support/preload that is loaded before the service, by its name. */
  preload?: string;
}

/** A worker of the service as a process of its own, on the database and Redis of a test app: what can be killed. */
export class WorkerProcess {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
  }

  /** Starts a worker with the settings of a test app; it takes jobs as soon as it is up. */
  static start(app: Pick<TestApp, 'settings'>, { env = {}, preload }: WorkerOptions = {}): WorkerProcess {
    return new WorkerProcess(spawnWorker(app, env, preload));
  }

  /** What the process has printed. */
  printed(): string {
    return this.output;
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.hasEnded) return;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }

  /** Waits for an end that comes by itself. @returns the signal that ended it, if one did */
  async ended(): Promise<NodeJS.Signals | null> {
    if (!this.hasEnded) await once(this.child, 'exit');
    return this.child.signalCode;
  }

  /** Of a process that ended by itself, else null. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

function spawnWorker(
  { settings }: Pick<TestApp, 'settings'>,
  env: Record<string, string>,
  preload: string | undefined,
): ChildProcess {
  const { mongodbUri = '', redisUrl = '', jwtSecret = '', encryptionKey = '', sandboxPort, dataDir } = settings;
  return spawn(process.execPath, preload === undefined ? [compiledEntry('src/main.ts')] : sourceWith(preload), {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      TS_NODE_PROJECT: join(ROOT, 'tsconfig.json'),
      APP_ROLE: 'worker',
      LOG_LEVEL: 'info',
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
      JWT_SECRET: jwtSecret,
      ENCRYPTION_KEY: encryptionKey,
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What is loaded before the service changes parts of its source, which therefore is compiled as it is loaded. */
function sourceWith(preload: string): string[] {
  const modules = [require.resolve('@swc-node/register'), join(__dirname, 'preload', preload)];
  return [...modules.flatMap((path) => ['--require', path]), join(ROOT, 'src/main.ts')];
}
