import { parentPort, workerData } from 'node:worker_threads';
import { startEngine } from './server';

/** What the thread is started with. */
export interface EngineThreadData {
  dataDir: string;
  socketPath: string;
}

/** What the thread is told; anything but `close` is ignored. */
export interface EngineThreadRequest {
  type: string;
}

/** What the thread tells the one who started it. */
export type EngineThreadMessage = { type: 'ready' } | { type: 'closed' } | { type: 'failed'; message: string };

const port = parentPort;
if (!port) throw new Error('engine.thread must be started as a worker thread');

const tell = (message: EngineThreadMessage): void => {
  port.postMessage(message);
};

startEngine(workerData as EngineThreadData).then(
  (engine) => {
    port.on('message', (message: EngineThreadRequest) => {
      if (message.type !== 'close') return;
      void engine.close().then(() => {
        tell({ type: 'closed' });
        port.close();
      });
    });
    tell({ type: 'ready' });
  },
  (error: unknown) => {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    port.close();
  },
);
