import { mkdirSync, rmSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { StartError } from '../common/start-error';
import { startThread } from '../common/threads';
import type { EngineThreadData, EngineThreadMessage } from './embedded-mongo/engine.thread';
import { forgetOwnLock } from './embedded-mongo/storage/folder-lock';
import type { ServiceRun } from './supervisor';

/** How long the engine may take to close its files. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * What the engine allocates are mostly buffers, which weigh little on V8's heap and much beside it: only a small young
 * generation is collected, and lets go of them, often enough.
 */
const YOUNG_GENERATION_MB = 12;

/** The embedded document engine did not come up. */
export class EngineStartFailed extends StartError {
  override readonly name = 'EngineStartFailed';
}

/**
 * Runs the embedded document engine in a worker thread that serves the Unix socket.
 * The caller must hold the lock of the data folder.
 * @param entry the file that the thread runs
 * @param folder holds the documents
 * @throws EngineStartFailed
 */
export async function runEngine(entry: string, folder: string, socketPath: string): Promise<ServiceRun> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The socket of an engine that was killed is still in the way; nobody listens on it, or the lock would be held.
  rmSync(socketPath, { force: true });
  forgetOwnLock(folder);
  const data: EngineThreadData = { dataDir: folder, socketPath };
  const thread = startThread(entry, data, { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB });
  const ended = endOf(thread);
  const failure = await Promise.race([firstReport(thread), ended]);
  if (failure !== null) {
    await thread.terminate();
    throw new EngineStartFailed(`The embedded document engine cannot start on ${folder}: ${failure}`);
  }
  return { ended, stop: () => closeThread(thread, ended) };
}

/** Null when the engine is ready, else what went wrong. */
function firstReport(thread: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    thread.once('message', (message: EngineThreadMessage) => {
      resolve(message.type === 'failed' ? message.message : null);
    });
  });
}

function endOf(thread: Worker): Promise<string> {
  return new Promise((resolve) => {
    thread.once('error', (error) => {
      resolve(String(error));
    });
    thread.once('exit', (code) => {
      resolve(`exit code ${code}`);
    });
  });
}

async function closeThread(thread: Worker, ended: Promise<string>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    thread.on('message', (message: EngineThreadMessage) => {
      if (message.type === 'closed') resolve();
    });
  });
  const deadline = setTimeout(() => void thread.terminate(), CLOSE_TIMEOUT_MS);
  thread.postMessage({ type: 'close' });
  await Promise.race([closed, ended]);
  clearTimeout(deadline);
  await thread.terminate();
}
