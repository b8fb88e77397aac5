import { setImmediate } from 'node:timers/promises';
import { fakeOnly } from '../../test/support/fake-only';
import { areRequestsFrequent, goBefore, ownTurn } from './own-turn';

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

describe('ownTurn', () => {
  test('gives each piece of work a turn in which no other has one, in the order of asking', async () => {
    const order: string[] = [];
    const pieces = ['first', 'second', 'third'].map((name) => ownTurn().then(() => order.push(name)));
    const others = (async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        await setImmediate();
        order.push('other');
      }
    })();
    await Promise.all([...pieces, others]);
    const places = ['first', 'second', 'third'].map((name) => order.indexOf(name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(order.slice(places[0], places[1])).toContain('other');
    expect(order.slice(places[1], places[2])).toContain('other');
  });

  describe('while requests are being answered', () => {
    let isThere: boolean;
    let answered: (() => void)[];
    let clock: jest.SpyInstance<number, []>;

    const ask = (): void => {
      isThere = false;
      void ownTurn().then(() => {
        isThere = true;
      });
    };
    beforeEach(() => {
      fakeOnly('setTimeout');
      clock = jest.spyOn(performance, 'now').mockReturnValue(5_000);
      answered = [goBefore(), goBefore()];
      ask();
    });
    afterEach(async () => {
      for (const answer of answered) answer();
      await ownTurn();
      clock.mockRestore();
      jest.useRealTimers();
    });

    test('comes when the last of them is', async () => {
      await turns(5);
      answered.shift()?.();
      await turns(5);
      expect(isThere).toBe(false);
      answered.shift()?.();
      await turns(1);
      expect(isThere).toBe(true);
    });

    test('comes after 50 ms, however long they take', async () => {
      await turns(5);
      jest.advanceTimersByTime(49);
      await turns(5);
      expect(isThere).toBe(false);
      jest.advanceTimersByTime(1);
      await turns(1);
      expect(isThere).toBe(true);
    });

    test('comes at once when they have been at work for longer: one of them may wait for the work itself', async () => {
      await turns(5);
      jest.advanceTimersByTime(50);
      await turns(1);
      clock.mockReturnValue(5_050);
      ask();
      await turns(5);
      expect(isThere).toBe(true);
    });
  });
});

describe('areRequestsFrequent', () => {
  test('is true within a second of four requests, and not of one that looks twice a second', () => {
    const clock = jest.spyOn(performance, 'now');
    const frequentAfter = (instants: number[], then: number): boolean => {
      for (const instant of instants) {
        clock.mockReturnValue(instant);
        goBefore()();
      }
      clock.mockReturnValue(then);
      return areRequestsFrequent();
    };
    expect(frequentAfter([10_000, 10_500, 11_000, 11_500], 11_500)).toBe(false);
    expect(frequentAfter([20_000, 20_300, 20_600, 20_900], 20_999)).toBe(true);
    expect(areRequestsFrequent()).toBe(true);
    clock.mockReturnValue(21_000);
    expect(areRequestsFrequent()).toBe(false);
    clock.mockRestore();
  });
});
