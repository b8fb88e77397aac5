import { CommandError } from '../errors';
import { WriteQueue, WriteSteps } from './write-queue';

/** In milliseconds. */
let now: number;

/** A command of so many statements, each of which takes a millisecond. */
function* statements(count: number): WriteSteps {
  for (let done = 0; done < count; done++) {
    now += 1;
    yield;
  }
}

describe('WriteQueue', () => {
  let transactions: number;
  let queue: WriteQueue;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    transactions = 0;
    queue = new WriteQueue(async (work) => {
      transactions++;
      await work();
      await new Promise(setImmediate);
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('commits together what arrives together', async () => {
    await Promise.all([queue.run(statements(1)), queue.run(statements(1)), queue.run(statements(1))]);
    expect(transactions).toBe(1);
  });

  test('spreads a long command over transactions, and lets short ones in between', async () => {
    const ended: string[] = [];
    const note = (name: string) => (): void => void ended.push(name);
    await Promise.all([queue.run(statements(200)).then(note('long')), queue.run(statements(1)).then(note('short'))]);
    expect(ended).toEqual(['short', 'long']);
    expect(transactions).toBeGreaterThan(2);
  });

  test('lets others run between the turns of one transaction', async () => {
    const written = queue.run(statements(30));
    const gaps = new Set<number>();
    while (now < 30) {
      gaps.add(now);
      await new Promise(setImmediate);
    }
    await written;
    expect(transactions).toBe(1);
    expect([...gaps]).toEqual(expect.arrayContaining([5, 10, 15, 20, 25]));
  });

  test('a command that comes while a transaction is open is committed with it', async () => {
    const long = queue.run(statements(20));
    while (transactions === 0) await new Promise(setImmediate);
    await Promise.all([long, queue.run(statements(1))]);
    expect(transactions).toBe(1);
  });

  test('a refused command leaves the others of its transaction alone', async () => {
    const refused = queue.run(refusing());
    await queue.run(statements(1));
    await expect(refused).rejects.toThrow('no');
    expect(transactions).toBe(1);
  });

  test('a failed commit fails its commands, and none that come later', async () => {
    let isFull = true;
    const failing = new WriteQueue(async (work) => {
      await work();
      if (isFull) throw new Error('disk full');
    });
    await expect(failing.run(statements(1))).rejects.toThrow('disk full');
    isFull = false;
    await expect(failing.run(statements(1))).resolves.toBeUndefined();
  });

  test('idle waits for the commit', async () => {
    let isAnswered = false;
    const answered = queue.run(statements(1)).then(() => (isAnswered = true));
    await queue.idle();
    expect(isAnswered).toBe(true);
    await answered;
  });
});

function* refusing(): WriteSteps {
  yield;
  throw new CommandError(2, 'no');
}
