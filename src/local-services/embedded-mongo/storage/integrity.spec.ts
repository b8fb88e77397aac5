import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '../bson/encode';
import { Doc } from '../bson/value';
import { Collection, Index } from './collection';
import { recordKeyOf } from './document-id';
import { parseIndexSpec } from './index-spec';
import { checkIntegrity, Integrity } from './integrity';
import { Store } from './store';

const DOCUMENTS = 300;
const INDEXES: Record<string, Doc> = {
  user: { key: { user: 1, at: -1 } },
  n: { key: { n: 1 }, unique: true },
  tags: { key: { tags: 1 } },
  code: { key: { code: 1 }, sparse: true },
  open: { key: { user: 1 }, partialFilterExpression: { open: true } },
  text: { key: { text: 1 } },
};

/** Indexed in every way: arrays, missing fields, and texts too long for a key. */
function documentOf(_id: number): Doc {
  return {
    _id,
    user: `u${_id % 3}`,
    at: new Date(_id),
    n: _id,
    tags: [_id % 5, 'all'],
    ...(_id % 2 === 0 && { code: _id }),
    open: _id % 4 === 0,
    text: 'x'.repeat(_id % 10 === 0 ? 3000 : 10),
  };
}

describe('checkIntegrity', () => {
  let folder: string;
  let store: Store;
  let rows: Collection;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'integrity-'));
    store = await Store.open(folder);
    rows = store.findOrCreate('app', 'rows');
    for (const [name, spec] of Object.entries(INDEXES)) store.createIndex(rows, parseIndexSpec({ name, ...spec }));
    store.transaction(() => {
      for (let n = 0; n < DOCUMENTS; n++) rows.insert(encode(documentOf(n)));
    });
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const check = (): Promise<Integrity> => store.snapshot((view) => checkIntegrity(rows, view, () => Promise.resolve()));

  function indexNamed(name: string): Index {
    const index = rows.indexes.find((candidate) => candidate.name === name);
    if (!index) throw new Error(`no index ${name}`);
    return index;
  }

  test('finds nothing where nothing is wrong, and counts', async () => {
    const { documents, entries, invalid, missing, extra } = await check();
    expect([invalid, missing, extra]).toEqual([[], [], []]);
    expect(documents).toBe(DOCUMENTS);
    expect(Object.fromEntries(entries)).toEqual({
      user: DOCUMENTS,
      n: DOCUMENTS,
      tags: 2 * DOCUMENTS,
      code: DOCUMENTS / 2,
      open: DOCUMENTS / 4,
      text: DOCUMENTS,
    });
  });

  test.each(Object.keys(INDEXES))('finds an entry that the index %s lacks', async (name) => {
    const { table } = indexNamed(name);
    const [entry] = [...table.entries({ limit: 1 })];
    if (!entry) throw new Error('no entry');
    table.remove(entry.key);
    const key = entry.value.toString('hex');
    expect((await check()).missing).toEqual([`the index ${name} does not lead to the record ${key}`]);
  });

  test('finds an entry for a document that is gone', async () => {
    const recordKey = recordKeyOf(7);
    rows.records.remove(recordKey);
    const { extra, missing } = await check();
    expect(missing).toEqual([]);
    expect(extra).toHaveLength(5);
    expect(extra[0]).toBe(`the index user has a wrong entry for the record ${recordKey.toString('hex')}`);
  });

  test('finds an entry that no value of its document asks for', async () => {
    indexNamed('tags').table.put(Buffer.from('nonsense'), recordKeyOf(7));
    const { extra, entries } = await check();
    expect(extra).toHaveLength(1);
    expect(entries.get('tags')).toBe(2 * DOCUMENTS + 1);
  });

  test('finds an entry that leads to another document', async () => {
    const { table } = indexNamed('n');
    const [first, second] = [...table.entries({ limit: 2 })];
    if (!first || !second) throw new Error('no entries');
    table.put(first.key, second.value);
    const { missing, extra } = await check();
    expect([missing.length, extra.length]).toEqual([1, 1]);
  });

  test('finds an index that does not know of its arrays', async () => {
    indexNamed('tags').multikey = false;
    expect((await check()).missing).toHaveLength(100);
  });

  test.each([
    ['is cut short', (bytes: Buffer): Buffer => bytes.subarray(0, 20)],
    ['has another _id', (): Buffer => encode(documentOf(8))],
  ])('finds a record that %s', async (_what, damage) => {
    const recordKey = recordKeyOf(7);
    rows.records.put(recordKey, damage(encode(documentOf(7))));
    const { invalid, documents } = await check();
    expect(invalid).toEqual([`the record ${recordKey.toString('hex')} is damaged`]);
    expect(documents).toBe(DOCUMENTS);
  });

  test('sees one moment, whatever is written meanwhile', async () => {
    let written = 0;
    const found = await store.snapshot((view) =>
      checkIntegrity(rows, view, async () => {
        await store.write(
          (function* () {
            if (written < 50) rows.insert(encode(documentOf(DOCUMENTS + written++)));
            yield;
          })(),
        );
      }),
    );
    expect(written).toBe(50);
    expect(found).toMatchObject({ documents: DOCUMENTS, invalid: [], missing: [], extra: [] });
  });

  test('sees one moment while collections come and go', async () => {
    let made = 0;
    const found = await store.snapshot((view) =>
      checkIntegrity(rows, view, async () => {
        await store.settled();
        if (made < 5) store.drop(store.findOrCreate('app', `other${made++}`));
      }),
    );
    expect(made).toBe(5);
    expect(found).toMatchObject({ documents: DOCUMENTS, invalid: [], missing: [], extra: [] });
  });

  test('sees one moment between the turns of a transaction that is open', async () => {
    let removed = 0;
    const removing = store.write(
      (function* () {
        for (; removed < DOCUMENTS; removed++) {
          rows.remove(recordKeyOf(removed), encode(documentOf(removed)));
          for (const end = performance.now() + 1; performance.now() < end;);
          yield;
        }
      })(),
    );
    while (removed === 0) await new Promise(setImmediate);
    const seen: number[] = [];
    const found = await store.snapshot((view) =>
      checkIntegrity(rows, view, async () => {
        await new Promise(setImmediate);
        // The removal's next turn may wait for a core longer than the check does for all of its own.
        while (seen.length === 1 && removed === seen[0] && removed < DOCUMENTS) await new Promise(setImmediate);
        seen.push(removed);
      }),
    );
    await removing;
    expect(seen[0]).toBeLessThan(DOCUMENTS);
    expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
    expect(found).toMatchObject({ invalid: [], missing: [], extra: [] });
  });
});
