import { PlayTally } from './play-tally';

const SETTLED_MS = 15_000;

/** A write that is under way until the test ends it. */
class OpenWrite {
  end: (more: number) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;
  private readonly done = new Promise<number>((resolve, reject) => {
    this.end = resolve;
    this.fail = reject;
  });
  readonly write = (): Promise<number> => this.done;
}

describe('the number of plays that a holder knows', () => {
  const count = jest.fn(() => Promise.resolve(10));
  beforeEach(() => count.mockClear());

  it('is what the holder before has left, and what is written', async () => {
    const tally = new PlayTally({ plays: 7 }, count);
    await tally.change(() => Promise.resolve(5));
    await tally.change(() => Promise.resolve(-2));
    expect([await tally.settle(), count.mock.calls.length]).toEqual([10, 0]);
  });

  it('is counted once, before anything is written, where nothing was left', async () => {
    const tally = new PlayTally({}, count);
    const [first, second] = [new OpenWrite(), new OpenWrite()];
    const [firstWrite, secondWrite] = [jest.fn(first.write), jest.fn(second.write)];
    const changes = [tally.change(firstWrite), tally.change(secondWrite)];
    expect([firstWrite, secondWrite].flatMap(({ mock }) => mock.calls)).toEqual([]);
    second.end(2);
    await changes[1];
    expect(tally.known).toBe(12);
    first.end(1);
    await changes[0];
    expect([await tally.settle(), count.mock.calls.length]).toEqual([13, 1]);
  });

  it('is not known any more when a write has failed, whatever others have written beside it', async () => {
    const tally = new PlayTally({ plays: 7 }, count);
    const [good, bad] = [new OpenWrite(), new OpenWrite()];
    const changes = [tally.change(good.write), tally.change(bad.write)];
    bad.fail(new Error('the connection is gone'));
    await expect(changes[1]).rejects.toThrow('the connection is gone');
    good.end(1);
    await changes[0];
    expect([tally.known, await tally.settle(), tally.hasFailed]).toEqual([null, null, true]);
    expect(count).not.toHaveBeenCalled();
  });

  it.each([
    ['is not counted while somebody may still write beside', -SETTLED_MS + 1_000, null],
    ['is counted when that is over', -SETTLED_MS - 1, 10],
    ['is counted when the clock was set back since', 2 * SETTLED_MS, 10],
  ])('%s', async (_, disturbedMs, expected) => {
    const tally = new PlayTally({ plays: 7, disturbed_at: new Date(Date.now() + disturbedMs) }, count);
    expect([tally.known, await tally.settle()]).toEqual([null, expected]);
  });

  it('can be counted after a count that has failed', async () => {
    const tally = new PlayTally({}, count);
    count.mockRejectedValueOnce(new Error('the database is away'));
    const write = jest.fn(() => Promise.resolve(1));
    await expect(tally.change(write)).rejects.toThrow('the database is away');
    expect(write).not.toHaveBeenCalled();
    await tally.change(write);
    expect(tally.known).toBe(11);
  });
});
