import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../common/threads';
import { formatFiles } from './formats/export-format';
import './formats/known-formats';
import type { AnswerTo, ThreadData, ThreadTask } from './reading-messages';

/** Records live until their batch is handed over, and no longer: more room than a batch needs would only stay in use. */
const YOUNG_GENERATION_MB = 6;

/** A thread that inspects or reads, seen from the outside. Whoever starts one stops it. */
export class ReadingThread<Task extends ThreadTask> {
  private readonly worker: Worker;

  constructor(task: Task) {
    const data: ThreadData = { task, formatFiles: formatFiles() };
    this.worker = startThread(require.resolve('./reading.thread'), data, {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    });
  }

  /** Asks a reading for one more batch. */
  ask(): void {
    this.worker.postMessage(null);
  }

  /** Shows every answer as it comes in, also while others before it are yet to be dealt with. */
  onAnswer(see: (answer: AnswerTo<Task>) => void): void {
    this.worker.on('message', see);
  }

  /**
   * What the thread says, as it says it.
   * @throws what went wrong in the thread, or the reason of the signal once that is given
   */
  async *answers(signal?: AbortSignal): AsyncGenerator<AnswerTo<Task>, never> {
    try {
      const messages = on(this.worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[AnswerTo<Task>]>;
      for await (const [answer] of messages) {
        // What had come in before the signal is not to be dealt with any more.
        signal?.throwIfAborted();
        yield answer;
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
    throw new Error('The reading thread ended before its work was done.');
  }

  /** Ends the thread at once, wherever it is; the files it had open are closed with it. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
