import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate as tick, setTimeout as sleep } from 'node:timers/promises';
import type { ExportFile } from '../../database/user-data/user-data';
import { archiveOf } from './archive';

const NOBODY = (): void => undefined;

describe('an archive that is made while it is read', () => {
  let made = 0;
  let isClosed = false;

  /** Pieces without end, which do not pack well. */
  async function* endless(): AsyncGenerator<string, void> {
    try {
      for (;;) {
        await tick();
        made += 1;
        yield randomBytes(50_000).toString('base64');
      }
    } finally {
      isClosed = true;
    }
  }
  async function* onlyFile(content: AsyncIterable<string>): AsyncGenerator<ExportFile, void> {
    await tick();
    yield { name: 'a.jsonl', about: 'All of it.', content };
  }

  beforeEach(() => {
    made = 0;
    isClosed = false;
  });

  it('is made no faster than it is read, and ends with its reader', async () => {
    const archive = archiveOf(onlyFile(endless()), NOBODY);
    await once(archive, 'readable');
    // Without a reader the making comes to a stop once the buffers between are full.
    let aheadOfReader: number;
    do {
      aheadOfReader = made;
      await sleep(300);
    } while (made === 0 || made > aheadOfReader);
    archive.destroy();
    while (!isClosed) await tick();
    expect(made).toBeLessThanOrEqual(aheadOfReader + 1);
  });

  it('breaks off, and never looks whole, when a file cannot be read on', async () => {
    async function* broken(): AsyncGenerator<string, void> {
      yield '{}\n';
      await tick();
      throw new Error('the database is away');
    }
    const seen: unknown[] = [];
    const archive = archiveOf(onlyFile(broken()), (error) => seen.push(error));
    await expect(buffer(archive)).rejects.toThrow('the database is away');
    expect(seen).toHaveLength(1);
  });
});
