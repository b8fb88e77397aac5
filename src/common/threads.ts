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
