import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledEntry } from './compiled-source';
import { endProcess } from './end-process';
import { freePort } from './free-port';

const POLL_MS = 20;

/** A server that the service depends on, as a process of its own on a TCP port: what can be killed, and paused. */
export class ServerProcess {
  private child?: ChildProcess;
  private output = '';

  private constructor(
    readonly port: number,
    private readonly program: string,
    private readonly args: string[],
  ) {}

  /** The embedded document engine, as `npm run embedded-mongo` runs it. */
  static async engine(dataDir: string): Promise<ServerProcess> {
    const port = await freePort();
    const entry = compiledEntry('src/local-services/embedded-mongo/main.ts');
    const server = new ServerProcess(port, process.execPath, [entry, '--data-dir', dataDir, '--port', String(port)]);
    await server.start();
    return server;
  }

  /** A Redis with an append-only file, as the service itself starts one. */
  static async redis(dataDir: string): Promise<ServerProcess> {
    mkdirSync(dataDir, { recursive: true });
    const port = await freePort();
    const settings = {
      port: String(port),
      dir: dataDir,
      appendonly: 'yes',
      save: '',
      'maxmemory-policy': 'noeviction',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const server = new ServerProcess(port, 'redis-server', args);
    await server.start();
    return server;
  }

  /** Starts the process, also again after its end, and waits until it takes connections. */
  async start(): Promise<void> {
    this.output = '';
    const child = spawn(this.program, this.args, {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    while (!(await takesConnections(this.port))) {
      if (child.exitCode !== null) throw new Error(`The server ended at its start:\n${this.output}`);
      await sleep(POLL_MS);
    }
  }

  kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<number | null> {
    return endProcess(this.child, signal);
  }

  /** Connections stay, and nothing is answered any more. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** What the process has printed since its last start. */
  printed(): string {
    return this.output;
  }
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
