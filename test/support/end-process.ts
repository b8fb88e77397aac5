import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Sends a process a signal, and waits for its end; one that has ended is left alone.
 * @returns its exit code, null where a signal ended it or there is none
 */
export async function endProcess(
  child: ChildProcess | undefined,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<number | null> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}
