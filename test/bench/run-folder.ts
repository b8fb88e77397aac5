import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/**
 * Gives the run a temporary folder that holds those of all benches, and leaves neither it nor a process behind when the
 * run ends, also by Ctrl-C.
 */
export async function inRunFolder(work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  process.env.TMPDIR = folder;
  const cleanUp = async (): Promise<void> => {
    await endChildren();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void cleanUp().finally(() => process.exit(130));
    });
  }
  try {
    await work();
  } finally {
    await cleanUp();
  }
}

/** Asks the processes that this one has started to end, and ends those that do not. */
async function endChildren(): Promise<void> {
  send('SIGTERM');
  const deadline = Date.now() + PATIENCE_MS;
  while (children().length > 0 && Date.now() < deadline) await sleep(POLL_MS);
  send('SIGKILL');
}

function send(signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of children()) process.kill(pid, signal);
}

/** Those that run; one that has ended and that Node has not heard of yet is none of them. */
function children(): number[] {
  const pids = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return pids.filter((pid) => !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
}
