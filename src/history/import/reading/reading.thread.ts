import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { UnreadableUploadError } from './errors';
import { inspectFiles } from './inspect-files';
import { readBatches } from './read-batches';
import type { InspectionAnswer, InspectionTask, ReadingAnswer, ReadingTask, ThreadData } from './reading-messages';

/** Unpacking, counting and parsing happen in this thread, where they hold up no request. */
async function run({ task, formatFiles }: ThreadData, port: MessagePort): Promise<void> {
  for (const file of formatFiles) await import(file);
  if (task.kind === 'inspect') answer(port, await inspect(task));
  else await read(task, port);
}

async function inspect({ uploads, limits }: InspectionTask): Promise<InspectionAnswer> {
  try {
    return { kind: 'inspected', files: await inspectFiles(uploads, limits) };
  } catch (error) {
    if (error instanceof UnreadableUploadError)
      return { kind: 'unreadable', fileName: error.fileName, why: error.kind };
    throw error;
  }
}

/** Answers each message with one batch, so that the caller decides how many are under way. */
async function read(task: ReadingTask, port: MessagePort): Promise<void> {
  const batches = readBatches(task);
  const asked = on(port, 'message');
  for (;;) {
    await asked.next();
    const step = await batches.next();
    if (step.done === true) {
      answer(port, { kind: 'end', broken: step.value });
      break;
    }
    answer(port, { kind: 'batch', batch: step.value });
  }
  await asked.return?.();
}

function answer(port: MessagePort, message: InspectionAnswer | ReadingAnswer): void {
  port.postMessage(message);
}

if (parentPort === null) throw new Error('This module is the entry of a thread, not of a process.');
// A rejection that nobody handles ends the thread, and reaches the one who started it as its error.
void run(workerData as ThreadData, parentPort);
