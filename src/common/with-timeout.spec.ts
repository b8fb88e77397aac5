import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { withTimeout } from './with-timeout';

const tooLate = (): Error => new Error('too late');

describe('withTimeout', () => {
  test('gives the answer that comes in time', async () => {
    await expect(withTimeout(Promise.resolve('answer'), 1_000, tooLate)).resolves.toBe('answer');
  });

  test('fails as the work does', async () => {
    await expect(withTimeout(Promise.reject(new Error('refused')), 1_000, tooLate)).rejects.toThrow('refused');
  });

  test('gives up what does not answer', async () => {
    const never = new Promise(() => undefined);
    await expect(withTimeout(never, 10, tooLate)).rejects.toThrow('too late');
    await expect(withTimeout(never, 10)).rejects.toThrow('no answer within 10 ms');
  });

  test('takes an answer that came in time while the process stood still', async () => {
    const answering = new Worker(ANSWERS_WHEN_ASKED, { eval: true });
    try {
      await once(answering, 'online');
      const answered = new Int32Array(new SharedArrayBuffer(4));
      const answer = once(answering, 'message');
      const waiting = withTimeout(answer, 50, tooLate);
      answering.postMessage(answered);
      // What follows is done after Node has read what has come in, and right before timers.
      await setImmediate();
      // The answer is here, and before it is read the time is over.
      Atomics.wait(answered, 0, 0);
      const end = performance.now() + 100;
      while (performance.now() < end);
      await expect(waiting).resolves.toEqual(['answer']);
    } finally {
      await answering.terminate();
    }
  });
});

const ANSWERS_WHEN_ASKED = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (answered) => {
    parentPort.postMessage('answer');
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
`;
