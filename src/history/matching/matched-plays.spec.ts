import { play, START } from '../testing/arbitraries';
import { RememberedHistory } from '../testing/remembered-history';
import { firstMove } from './matched-plays';

const SECOND_MS = 1_000;

describe('the first move of plays', () => {
  let history: RememberedHistory;
  beforeEach(() => {
    history = new RememberedHistory();
    history.load({ source: 'extended', plays: [play({ playedAt: START + 20 * SECOND_MS })] });
  });

  it('is none where rows learn something and stay where they are', () => {
    const minute = history.match({ source: 'account', plays: [play({ trackId: null })] });
    expect(minute.changed).toHaveLength(1);
    expect(firstMove(minute)).toBe(Infinity);
  });

  it('is where a row moves to or from, whichever is earlier', () => {
    for (const seconds of [10, 30]) {
      const matched = history.match({ source: 'api', plays: [play({ playedAt: START + seconds * SECOND_MS })] });
      expect(firstMove(matched)).toBe(START + Math.min(20, seconds) * SECOND_MS);
    }
  });

  it('is the oldest of the plays that come', () => {
    const plays = [400, 300].map((seconds) => play({ playedAt: START + seconds * SECOND_MS }));
    expect(firstMove(history.match({ source: 'extended', plays }))).toBe(START + 300 * SECOND_MS);
  });
});
