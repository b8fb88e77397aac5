import type { ImportClient, ImportState } from './import-client';
import type { LocalFile } from './files';
import { ProgressDisplay } from './progress-display';
import { printReport } from './report-table';

const BYTES_PER_MB = 1024 ** 2;

/**
 * Hands the files over and shows the import until it has ended. Ctrl-C cancels it.
 * @returns whether it is completed
 * @throws StartError with the sentence of a refusal
 */
export async function followImport(client: ImportClient, files: readonly LocalFile[]): Promise<boolean> {
  const interrupted = new AbortController();
  const interrupt = (): void => {
    interrupted.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  const size = files.reduce((sum, file) => sum + file.size, 0) / BYTES_PER_MB;
  console.log(`Handing over ${files.length} ${files.length === 1 ? 'file' : 'files'} (${size.toFixed(1)} MB).`);
  let id: string;
  try {
    id = await client.upload(files, interrupted.signal);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    console.error('Cancelled before the import began: nothing was stored.');
    return false;
  }
  return ended(await watch(client, id, interrupted.signal));
}

async function watch(client: ImportClient, id: string, interrupted: AbortSignal): Promise<ImportState | undefined> {
  const cancel = (): void => {
    // Should this fail, the job goes on, and so does the display of it.
    client.cancel(id).catch((error: unknown) => {
      console.error(`The import could not be cancelled: ${String(error)}`);
    });
  };
  if (interrupted.aborted) cancel();
  else interrupted.addEventListener('abort', cancel, { once: true });
  const display = new ProgressDisplay(process.stdout);
  let last: ImportState | undefined;
  try {
    for await (const state of client.states(id)) {
      display.show(state);
      last = state;
    }
  } finally {
    display.end();
  }
  return last;
}

/** Tells how the import ended. @returns whether it is completed */
function ended(job: ImportState | undefined): boolean {
  if (job === undefined) return false;
  if (job.report !== null) printReport(job.id, job.report);
  if (job.error_message !== '') console.error(job.error_message === 'cancelled' ? CANCELLED : job.error_message);
  return job.status === 'completed';
}

const CANCELLED = 'Cancelled. What is stored stays stored; importing the files again adds what is missing.';
