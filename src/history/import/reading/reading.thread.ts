import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../../../common/threads';
import { inspectFiles } from './inspect-files';
import { BatchPacker } from './packed-batch';
import { readBatches } from './read-batches';
import type { InspectionAnswer, InspectionTask, ReadingAnswer, ReadingTask, ThreadData } from './reading-messages';
import { FILE_START } from './split-record';
import { UnreadableUploadError } from './unreadable-upload.error';

/** Unpacking, counting and parsing happen in this thread, where they hold up no request, nor what stores the plays. */
async function run({ task, formatFiles }: ThreadData, port: MessagePort): Promise<void> {
  runInBackground();
  for (const file of formatFiles) await import(file);
  if (task.kind === 'inspect') answer(port, await inspect(task));
  else await read(task, port);
}

async function inspect({ uploads, limits }: InspectionTask): Promise<InspectionAnswer> {
  try {
    return { kind: 'inspected', inspection: await inspectFiles(uploads, limits) };
  } catch (error) {
    if (error instanceof UnreadableUploadError) return { kind: 'unreadable', refusals: error.refusals };
    throw error;
  }
}

/** Answers each message with one batch, so that the caller decides how many are under way. */
async function read({ files, from, ...rules }: ReadingTask, port: MessagePort): Promise<void> {
  const asked = on(port, 'message');
  const packer = new BatchPacker();
  for (const [index, file] of files.entries()) {
    const batches = readBatches(file, index === 0 ? from : FILE_START, rules);
    let hasEnded = false;
    while (!hasEnded) {
      await asked.next();
      const { done, value } = await batches.next();
      hasEnded = done === true;
      answer(port, done === true ? { kind: 'file_end', broken: value } : { kind: 'batch', batch: packer.pack(value) });
    }
  }
  await asked.return?.();
}

function answer(port: MessagePort, message: InspectionAnswer | ReadingAnswer): void {
  port.postMessage(message);
}

if (parentPort === null) throw new Error('This module is the entry of a thread, not of a process.');
// A rejection that nobody handles ends the thread, and reaches the one who started it as its error.
void run(workerData as ThreadData, parentPort);
