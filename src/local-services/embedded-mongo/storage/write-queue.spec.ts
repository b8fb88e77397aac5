import { CommandError } from '../errors';
import { AbortedTransaction } from './failed-commit';
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

interface Flush {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Its transactions end, once their statements are taken up, when the test says so. */
function slowQueue(): { slow: WriteQueue; flushes: Flush[] } {
  const flushes: Flush[] = [];
  const slow = new WriteQueue(async (work) => {
    await work();
    await new Promise<void>((resolve, reject) => flushes.push({ resolve, reject }));
  });
  return { slow, flushes };
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
    await Promise.all([queue.run(statements(600)).then(note('long')), queue.run(statements(1)).then(note('short'))]);
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

  test('goes on writing while a transaction is being flushed, and while two are, waits', async () => {
    const { slow, flushes } = slowQueue();
    const written: string[] = [];
    function* write(name: string): WriteSteps {
      written.push(name);
      yield;
    }
    const first = slow.run(write('first'));
    while (flushes.length < 1) await new Promise(setImmediate);
    const others = [slow.run(write('second'))];
    while (flushes.length < 2) await new Promise(setImmediate);
    others.push(slow.run(write('third')));
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    expect(written).toEqual(['first', 'second']);
    flushes[0]?.resolve();
    await first;
    while (flushes.length < 3) await new Promise(setImmediate);
    expect(written).toEqual(['first', 'second', 'third']);
    for (const { resolve } of flushes) resolve();
    await Promise.all(others);
  });

  test('whoever waits for no transaction to be under way is let through, however much there is to write', async () => {
    let underWay = 0;
    const busy = new WriteQueue(async (work) => {
      underWay++;
      await work();
      for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
      underWay--;
    });
    const long = busy.run(statements(2_000));
    while (underWay < 2) await new Promise(setImmediate);
    await busy.settled();
    expect({ underWay, isWritten: now >= 2_000 }).toEqual({ underWay: 0, isWritten: false });
    await long;
  });

  test('a failed commit ends what its commands still had to do', async () => {
    const { slow, flushes } = slowQueue();
    const long = slow.run(statements(200));
    // The first transaction is being committed, the second is open.
    while (now < 160) await new Promise(setImmediate);
    flushes[0]?.reject(new Error('disk full'));
    await expect(long).rejects.toThrow('disk full');
    while (flushes.length < 2) await new Promise(setImmediate);
    flushes[1]?.resolve();
    await slow.idle();
    expect(now).toBeLessThan(200);
  });

  test('a transaction that was given up can be run again, but by no command that is spread over others', async () => {
    const { slow, flushes } = slowQueue();
    const long = slow.run(statements(200));
    const short = slow.run(statements(1));
    while (flushes.length < 2) await new Promise(setImmediate);
    flushes[0]?.reject(new AbortedTransaction());
    await expect(short).rejects.toBeInstanceOf(AbortedTransaction);
    const refusal = await long.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 112, message: expect.stringContaining('others may be stored') as string });
    expect(refusal).not.toBeInstanceOf(AbortedTransaction);
    flushes[1]?.resolve();
    await slow.idle();
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
