import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process as it can be told apart from a later one that was given the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Boot id and start time in clock ticks since boot (Linux); null where the system does not tell. */
  startedAt: string | null;
}

export function isProcessIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, startedAt } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
  // A pid of 0 or less would address a whole process group.
  return Number.isSafeInteger(pid) && (pid as number) > 0 && (startedAt === null || typeof startedAt === 'string');
}

/** The identity of the process that has this pid now. */
export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, startedAt: readStat(pid)?.startedAt ?? null };
}

/** Whether this very process still runs: not one that took over its pid, and not one that died and waits to be reaped. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (!pidExists(identity.pid)) return false;
  const stat = readStat(identity.pid);
  if (stat === null) return true;
  if (stat.dead) return false;
  return identity.startedAt === null || identity.startedAt === stat.startedAt;
}

/** Resolves once the process is gone; looks every `everyMs` milliseconds, because only a parent is told of an end. */
export async function waitForEnd(identity: ProcessIdentity, everyMs: number, signal?: AbortSignal): Promise<void> {
  while (isAlive(identity) && signal?.aborted !== true) await delay(everyMs);
}

/** Asks the process to end (SIGTERM), kills it when it has not done so within `graceMs`, and waits until it is gone. */
export async function terminate(identity: ProcessIdentity, graceMs: number): Promise<void> {
  sendSignal(identity, 'SIGTERM');
  await waitForEnd(identity, 10, AbortSignal.timeout(graceMs));
  sendSignal(identity, 'SIGKILL');
  await waitForEnd(identity, 10);
}

function sendSignal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    // It ended between the look and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** State and start time from `/proc/PID/stat` (proc_pid_stat(5), fields 3 and 22); null where there is no such file. */
function readStat(pid: number): { dead: boolean; startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 2 is the command's name in parentheses and may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    if (state === undefined || ticks === undefined) return null;
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { dead: state === 'Z' || state === 'X', startedAt: `${bootId}/${ticks}` };
  } catch {
    // No /proc on this system, or the process ended while it was read: the pid alone has to do.
    return null;
  }
}
