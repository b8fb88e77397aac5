import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../common/start-error';
import {
  identifyProcess,
  isAlive,
  isProcessIdentity,
  terminate,
  waitForEnd,
  type ProcessIdentity,
} from './process-identity';
import { probeRedis, shutDownRedis } from './redis-probe';
import { lastRedisLogLine, redisLogPath, spawnRedis } from './redis-process';
import type { Log, ServiceRun } from './supervisor';

/** A server answers while it loads, so this bounds the loading of its append-only file. */
const READY_TIMEOUT_MS = 60_000;
/** How long a server that was found but stays silent may be busy before it counts as stuck. */
const SILENCE_TIMEOUT_MS = 5_000;
/** How long a server may take to write its last data and end. */
const STOP_TIMEOUT_MS = 10_000;
/** How often a server that was taken over is looked at: only a parent is told of an end. */
const WATCH_INTERVAL_MS = 250;

/** The local Redis server did not come up, or one that is in the way cannot be told to go. */
export class RedisStartFailed extends StartError {
  override readonly name = 'RedisStartFailed';
}

/**
 * Runs a Redis server on the socket, with an append-only file in `folder`. One that still answers there from an
 * earlier run is taken over: two servers on one append-only file would corrupt it. The caller must hold the lock of
 * the data folder.
 * @throws RedisNotInstalled, RedisStartFailed
 */
export async function runRedis(folder: string, socketPath: string, log: Log): Promise<ServiceRun> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = await findRunning(folder, socketPath);
  if (found === null) return startServer(folder, socketPath);
  log('info', `The Redis server of an earlier run (process ${found.pid}) is taken over.`);
  writeRecord(folder, found);
  await waitUntilReady(found, folder, socketPath);
  return runOf(found, watchEnd(found));
}

async function startServer(folder: string, socketPath: string): Promise<ServiceRun> {
  const { pid, ended } = spawnRedis(folder, socketPath);
  if (pid === undefined) throw new RedisStartFailed(`The Redis server cannot be started: ${await ended}.`);
  const identity = identifyProcess(pid);
  writeRecord(folder, identity);
  await waitUntilReady(identity, folder, socketPath);
  return runOf(identity, ended);
}

function runOf(identity: ProcessIdentity, ended: Promise<string>): ServiceRun {
  // SIGTERM is Redis' SHUTDOWN: the append-only file is written out first.
  return { ended, stop: () => terminate(identity, STOP_TIMEOUT_MS) };
}

async function watchEnd(identity: ProcessIdentity): Promise<string> {
  await waitForEnd(identity, WATCH_INTERVAL_MS);
  return 'its process is gone';
}

/** The server of an earlier run if it can be taken over; one that lives but cannot be reached or watched is ended. */
async function findRunning(folder: string, socketPath: string): Promise<ProcessIdentity | null> {
  const deadline = Date.now() + SILENCE_TIMEOUT_MS;
  let probe = await probeRedis(socketPath);
  while (probe === 'silent' && Date.now() < deadline) probe = await probeRedis(socketPath);
  const recorded = readRecord(folder);
  if (typeof probe === 'object' && recorded?.pid === probe.pid) return recorded;
  if (typeof probe === 'object') {
    // It is of another container, where pids are counted anew: who has this one here is a stranger.
    await shutDownRedis(socketPath, STOP_TIMEOUT_MS);
    probe = await probeRedis(socketPath);
  }
  if (recorded !== null) {
    await terminate(recorded, STOP_TIMEOUT_MS);
  } else if (probe !== 'none') {
    throw new RedisStartFailed(`A server that does not answer holds ${socketPath}: end it, then start again.`);
  }
  return null;
}

async function waitUntilReady(identity: ProcessIdentity, folder: string, socketPath: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const probe = await probeRedis(socketPath);
    if (typeof probe === 'object' && probe.ready) return;
    if (!isAlive(identity)) {
      throw new RedisStartFailed(`The Redis server cannot start on ${folder}: ${lastRedisLogLine(folder)}`);
    }
    await delay(5);
  }
  await terminate(identity, STOP_TIMEOUT_MS);
  throw new RedisStartFailed(
    `The Redis server was not ready within ${READY_TIMEOUT_MS / 1000} s: see ${redisLogPath(folder)}.`,
  );
}

/** Notes which process is the server, for a start that can no longer reach it through its socket. */
function writeRecord(folder: string, identity: ProcessIdentity): void {
  writeFileSync(recordPath(folder), JSON.stringify(identity), { mode: 0o600 });
}

/** The server noted last, if it still runs for certain: a pid alone might by now be anybody's. */
function readRecord(folder: string): ProcessIdentity | null {
  try {
    const record: unknown = JSON.parse(readFileSync(recordPath(folder), 'utf8'));
    return isProcessIdentity(record) && record.startedAt !== null && isAlive(record) ? record : null;
  } catch {
    // No server was ever started here, or the machine went down while the note was written, and the server with it.
    return null;
  }
}

function recordPath(folder: string): string {
  return join(folder, 'server.json');
}
