import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a worker thread from the module file `entry`, as `require.resolve('./x.thread')` names it.
 * The built service has it as `.js`; under a test runner it is the TypeScript source, which the new thread,
 * knowing nothing of the runner, first has to learn to load.
 *
 * The thread closes the files it opened when it ends, also when it is terminated. The caller ends it.
 */
export function startThread(entry: string, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  const execArgv = entry.endsWith('.ts') ? ['--require', require.resolve('@swc-node/register')] : [];
  return new Worker(entry, { workerData, execArgv, resourceLimits });
}

/**
 * Lets this thread work when the others of the process have nothing to do. On Linux each thread has a priority of its own,
 * and its id stands where elsewhere a process's would (setpriority(2)); on other systems all threads stay equal.
 */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  const threadId = Number(basename(readlinkSync('/proc/thread-self')));
  setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
}
