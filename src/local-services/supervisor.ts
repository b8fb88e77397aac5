import { setTimeout as delay } from 'node:timers/promises';

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

/** One run of a service, from its start to its death. */
export interface ServiceRun {
  /** Resolves with the reason when the service has ended, also after `stop`. */
  ended: Promise<string>;
  /** Ends the service in good order; resolves once it is gone. May be called again. */
  stop(): Promise<void>;
}

export interface BackOff {
  firstMs: number;
  maxMs: number;
  /** A service that lived this long counts as healthy: its next restart waits `firstMs` again. */
  resetAfterMs: number;
}

const DEFAULT_BACK_OFF: BackOff = { firstMs: 100, maxMs: 30_000, resetAfterMs: 60_000 };

/** The pause before a restart, doubled with every failure in a row (`failures` counts from 1). */
export function restartDelayMs(failures: number, backOff: BackOff): number {
  return Math.min(backOff.firstMs * 2 ** (failures - 1), backOff.maxMs);
}

/**
 * Starts a service and starts it again, with back-off, whenever it ends before it is stopped.
 * Only a failure of the first start is thrown; later ones are logged and tried again.
 */
export async function supervise(
  name: string,
  start: () => Promise<ServiceRun>,
  log: Log,
  backOff = DEFAULT_BACK_OFF,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let run = await start();

  async function startAgain(): Promise<boolean> {
    try {
      run = await start();
    } catch (error) {
      log('error', `${name} did not start: ${(error as Error).message}`);
      return false;
    }
    // Stopped while it started: `stop` has seen the former run only.
    if (stopping.signal.aborted) await run.stop();
    else log('info', `${name} runs again.`);
    return true;
  }

  async function watch(): Promise<void> {
    let failures = 0;
    for (;;) {
      const startedAt = Date.now();
      const reason = await run.ended;
      if (stopping.signal.aborted) return;
      log('error', `${name} ended unexpectedly: ${reason}`);
      if (Date.now() - startedAt >= backOff.resetAfterMs) failures = 0;
      do {
        failures += 1;
        if (!(await pause(restartDelayMs(failures, backOff), stopping.signal))) return;
      } while (!(await startAgain()));
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await run.stop();
      await watching;
    },
  };
}

/** Resolves to false as soon as the signal ends the pause early. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
