import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError } from '../common/start-error';

const PROGRAMS = ['redis-server', 'valkey-server'];

/** Neither redis-server nor valkey-server is installed. */
export class RedisNotInstalled extends StartError {
  override readonly name = 'RedisNotInstalled';

  constructor() {
    super(
      'Neither redis-server nor valkey-server is on PATH: install one (apt-get install redis-server), or set REDIS_URL.',
    );
  }
}

/** A Redis server as a process, and how it ended once it has. */
export interface RedisProcess {
  /** Undefined when the program could not be started at all. */
  pid: number | undefined;
  ended: Promise<string>;
}

/**
 * Starts redis-server or valkey-server from PATH on the socket, with an append-only file and its log in `folder`.
 * It is in a process group of its own, so that Ctrl+C in the app's terminal does not end it before the app.
 * @throws RedisNotInstalled
 */
export function spawnRedis(folder: string, socketPath: string): RedisProcess {
  const program = findRedisProgram();
  const settings = {
    port: '0',
    unixsocket: socketPath,
    unixsocketperm: '700',
    dir: folder,
    appendonly: 'yes',
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
    loglevel: 'warning',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // A pipe would end with the app and stay open with the server; a file does neither.
  const output = openSync(redisLogPath(folder), 'w', 0o600);
  try {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', output, output] });
    return { pid: child.pid, ended: endOf(child) };
  } finally {
    closeSync(output);
  }
}

export function redisLogPath(folder: string): string {
  return join(folder, 'redis.log');
}

/** The reason a server gave last, which it logs as `PID:ROLE TIME # reason`. */
export function lastRedisLogLine(folder: string): string {
  const line = readFileSync(redisLogPath(folder), 'utf8').trim().split('\n').at(-1) ?? '';
  return line.replace(/^\d+:\w .*? [#*] /, '');
}

/** The path of redis-server or valkey-server. @throws RedisNotInstalled */
export function findRedisProgram(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const program = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (program === undefined) throw new RedisNotInstalled();
  return program;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
    });
  });
}
