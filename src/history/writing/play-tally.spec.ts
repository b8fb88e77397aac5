import { fakeOnly } from '../../../test/support/fake-only';
import type { Landmark } from './history-state.schema';
import { PlayTally, type Written } from './play-tally';

const SETTLED_MS = 15_000;
const written = (more: number, oldest = Infinity): Promise<Written> => Promise.resolve({ more, oldest });

/** A write that is under way until the test ends it. */
class OpenWrite {
  end: (more: number) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;
  private readonly done = new Promise<Written>((resolve, reject) => {
    this.end = (more) => {
      resolve({ more, oldest: Infinity });
    };
    this.fail = reject;
  });
  readonly write = (): Promise<Written> => this.done;
}

describe('the number of plays that a holder knows', () => {
  const count = jest.fn(() => Promise.resolve(10));
  beforeEach(() => count.mockClear());

  it('is what the holder before has left, and what is written', async () => {
    const tally = new PlayTally({ plays: 7 }, count);
    await tally.change(() => written(5));
    await tally.change(() => written(-2));
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
    fakeOnly('Date');
    const tally = new PlayTally({ plays: 7, disturbed_at: new Date(Date.now() + disturbedMs) }, count);
    expect([tally.known, await tally.settle()]).toEqual([null, expected]);
    jest.useRealTimers();
  });

  it('can be counted after a count that has failed', async () => {
    const tally = new PlayTally({}, count);
    count.mockRejectedValueOnce(new Error('the database is away'));
    const write = jest.fn(() => written(1));
    await expect(tally.change(write)).rejects.toThrow('the database is away');
    expect(write).not.toHaveBeenCalled();
    await tally.change(write);
    expect(tally.known).toBe(11);
  });
});

describe('the landmarks that a holder knows', () => {
  const at = (n: number): Landmark => ({ n, played_at: new Date(n) });
  const left = { plays: 7, landmarks: [at(2), at(4), at(6)] };
  const count = (): Promise<number> => Promise.resolve(10);
  const following = jest.fn(() => Promise.resolve([at(8)]));
  beforeEach(() => following.mockClear());

  it('are those that the holder before has left, but for what writes may have moved', async () => {
    const tally = new PlayTally(left, count);
    await tally.change(() => written(2));
    expect(tally.landmarks).toEqual(left.landmarks);
    await Promise.all([tally.change(() => written(1, 7)), tally.change(() => written(-1, 4))]);
    expect(tally.landmarks).toEqual([at(2)]);
    await tally.addLandmarks(following);
    expect(following.mock.calls).toEqual([[at(2), 9]]);
    expect(tally.landmarks).toEqual([at(2), at(8)]);
  });

  it.each([
    ['was not known', { landmarks: left.landmarks }],
    ['may not be right', { ...left, disturbed_at: new Date(0) }],
  ])('begin anew where the number of plays %s', async (_, unsure) => {
    const tally = new PlayTally(unsure, count);
    await tally.addLandmarks(following);
    expect(following.mock.calls).toEqual([[undefined, 10]]);
    expect(tally.landmarks).toEqual([at(8)]);
  });

  it('are gone when a write has failed, and not looked for', async () => {
    const tally = new PlayTally(left, count);
    await expect(tally.change(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await tally.addLandmarks(following);
    expect([tally.landmarks, following.mock.calls]).toEqual([[], []]);
  });
});
