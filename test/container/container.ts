import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Image } from './image';

const POLL_MS = 20;

/**
 * Readies the mounts of a container in its own mount namespace, as compose.yml asks for them: all is read-only but the
 * volumes and a /tmp of its own. `$0` is the root, the arguments before `--` are the volumes.
 */
const SET_UP = `
  while [ "$1" != -- ]; do mount --bind "$0$1" "$0$1"; shift; done
  shift
  mount -t tmpfs tmpfs "$0/tmp"
  mount -t proc proc "$0/proc"
  mount -o remount,bind,ro "$0"
  exec chroot "$0" "$@"
`;

/** A container of an image: processes with numbers of their own, from 1, under an account without any privileges. */
export class Container {
  private output = '';

  private constructor(
    private readonly image: Image,
    private readonly env: Record<string, string>,
    private readonly child: ChildProcess,
    /** The number on this machine of what is process 1 inside. */
    private readonly process1: number,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
  }

  /** Starts one, on this machine's network. @param command instead of the image's own */
  static async start(image: Image, env: Record<string, string>, command = image.config.cmd): Promise<Container> {
    const { volumes, entrypoint } = image.config;
    const inside = ['sh', '-c', SET_UP, image.root, ...volumes, '--', ...asUser(image, env), ...entrypoint, ...command];
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', ...inside], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await once(child, 'spawn');
    const children = `/proc/${child.pid ?? 0}/task/${child.pid ?? 0}/children`;
    while (readFileSync(children, 'utf8') === '') await sleep(POLL_MS);
    const process1 = Number(readFileSync(children, 'utf8'));
    while (readlinkSync(`/proc/${process1}/root`) !== image.root) await sleep(POLL_MS);
    return new Container(image, env, child, process1);
  }

  /** What its processes have printed. */
  printed(): string {
    return this.output;
  }

  /** Runs a command in it, as its user, the image's health check unless told otherwise. */
  run(command = this.image.config.healthcheck): Promise<{ succeeded: boolean; output: string }> {
    const inside = ['--target', String(this.process1), '--mount', '--pid', '--root', '--wd'];
    return new Promise((resolve) => {
      execFile('nsenter', [...inside, ...asUser(this.image, this.env), ...command], (error, stdout, stderr) => {
        resolve({ succeeded: error === null, output: stdout + stderr });
      });
    });
  }

  /** Waits for its health check to succeed. @throws Error when it ends before that */
  async untilHealthy(): Promise<void> {
    while (!(await this.run()).succeeded) {
      if (this.hasEnded) throw new Error(`The container has ended:\n${this.output}`);
      await sleep(POLL_MS);
    }
  }

  /** Tells process 1 to end, as `docker stop` does. @returns its exit code, and how many ms it took */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const begin = performance.now();
    await this.end('SIGTERM');
    return { code: this.child.exitCode, ms: performance.now() - begin };
  }

  /** Ends everything in it at once, as `docker kill`, a crash or a power cut does. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** The names of the programs that run in it. */
  processes(): string[] {
    const namespace = execFileSync('ps', ['-o', 'pidns=', '-p', String(this.process1)])
      .toString()
      .trim();
    const all = execFileSync('ps', ['-eo', 'pidns=,args=']).toString().trim().split('\n');
    return all.flatMap((line) => {
      const [pidns, program = ''] = line.trim().split(/\s+/);
      return pidns === namespace ? [basename(program)] : [];
    });
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return;
    // The output is closed by the last process in there.
    const ended = once(this.child, 'close');
    process.kill(this.process1, signal);
    await ended;
  }
}

/** The start of a command that runs in the image's folder and environment, as its user, with no privileges to win. */
function asUser(image: Image, env: Record<string, string>): string[] {
  const { user, workdir, env: imageEnv } = image.config;
  const accounts = readFileSync(join(image.root, 'etc/passwd'), 'utf8');
  const [, uid = '', gid = ''] = new RegExp(`^${user}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? [];
  const variables = Object.entries({ PATH: process.env.PATH ?? '', HOME: '/home/node', ...imageEnv, ...env });
  return [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'],
    ...['--bounding-set=-all', '--inh-caps=-all', 'env', '-i', '-C', workdir],
    ...variables.map(([name, value]) => `${name}=${value}`),
  ];
}
