import { PacedCommits } from './paced-commits';
import type { ImportedPlay } from './reading/imported-play';

const play = (trackName: string): ImportedPlay => {
  return { trackId: null, trackName, artistName: '', albumName: '', msPlayed: 1, playedAt: 0 };
};
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('commits of what is stored', () => {
  let log: string[];
  let failing: Error | null;
  let commits: PacedCommits;

  beforeEach(() => {
    log = [];
    failing = null;
    commits = new PacedCommits({
      prepare: async (plays) => {
        log.push(`prepare ${plays.map(({ trackName }) => trackName).join(' ')}`);
        await nextTurn();
        if (failing !== null) throw failing;
      },
      save: async () => {
        log.push('save');
        await nextTurn();
      },
    });
  });

  const add = (name: string): void => {
    commits.add({
      plays: [play(name)],
      count: () => {
        log.push(`count ${name}`);
      },
    });
  };

  it('take together what came during the one before, in order', async () => {
    commits.hurry();
    add('a');
    while (!log.includes('prepare a')) await nextTurn();
    for (const name of ['b', 'c']) add(name);
    await commits.settle();
    expect(log).toEqual(['prepare a', 'count a', 'save', 'prepare b c', 'count b', 'count c', 'save']);
    commits.check();
  });

  it('do not pause once eight batches wait', async () => {
    add('first');
    while (!log.includes('save')) await nextTurn();
    for (let batch = 1; batch <= 7; batch += 1) add(`${batch}`);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(log).toEqual(['prepare first', 'count first', 'save']);
    add('8');
    await commits.settle();
    expect(log.slice(3)).toEqual([
      'prepare 1 2 3 4 5 6 7 8',
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `count ${n}`),
      'save',
    ]);
  });

  it('keep whoever brings more waiting while sixteen batches are not committed', async () => {
    for (let batch = 1; batch <= 16; batch += 1) add(`${batch}`);
    await commits.room();
    expect(log).toContain('save');
    await commits.settle();
  });

  it('leave what could not be prepared to the next, and tell the failure all the same', async () => {
    failing = new Error('no room on the disk');
    commits.hurry();
    add('a');
    await commits.settle();
    expect(log.filter((line) => line !== 'prepare a')).toEqual([]);
    failing = null;
    await expect(commits.room()).rejects.toThrow('no room on the disk');
    add('b');
    await commits.settle();
    expect(log.slice(-4)).toEqual(['prepare a b', 'count a', 'count b', 'save']);
    expect(() => {
      commits.check();
    }).toThrow('no room on the disk');
  });
});
