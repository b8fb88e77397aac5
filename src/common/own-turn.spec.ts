import { setImmediate } from 'node:timers/promises';
import { fakeOnly } from '../../test/support/fake-only';
import { goBefore, ownTurn } from './own-turn';

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

    beforeEach(() => {
      fakeOnly('setTimeout');
      isThere = false;
      answered = [goBefore(), goBefore()];
      void ownTurn().then(() => {
        isThere = true;
      });
    });
    afterEach(async () => {
      for (const answer of answered) answer();
      await ownTurn();
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

    test('comes after 20 ms, however long they take', async () => {
      await turns(5);
      jest.advanceTimersByTime(19);
      await turns(5);
      expect(isThere).toBe(false);
      jest.advanceTimersByTime(1);
      await turns(1);
      expect(isThere).toBe(true);
    });
  });
});
