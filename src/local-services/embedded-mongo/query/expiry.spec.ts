import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '../bson/encode';
import { parseIndexSpec } from '../storage/index-spec';
import { Store } from '../storage/store';
import { removeExpired, startExpiry } from './expiry';

const NOW = new Date('2024-05-01T00:00:00Z');

function secondsAgo(seconds: number): Date {
  return new Date(NOW.getTime() - seconds * 1000);
}

describe('removeExpired', () => {
  const folder = mkdtempSync(join(tmpdir(), 'expiry-'));
  let store: Store;

  beforeAll(async () => {
    store = await Store.open(folder);
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test.each([1, -1])('removes what is older than its index allows, in direction %d', async (direction) => {
    const logs = store.findOrCreate('app', `logs${direction}`);
    store.createIndex(logs, parseIndexSpec({ key: { at: direction }, expireAfterSeconds: 60 }));
    store.createIndex(logs, parseIndexSpec({ key: { n: 1 } }));
    store.transaction(() => {
      for (let n = 0; n < 500; n++) logs.insert(encode({ _id: n, n, at: secondsAgo(n < 400 ? 61 : 59) }));
      logs.insert(encode({ _id: 'no date', at: 'text' }));
      logs.insert(encode({ _id: 'missing' }));
      logs.insert(encode({ _id: 'one of several', at: [secondsAgo(10), secondsAgo(90)] }));
    });
    expect(await removeExpired(store, NOW)).toBe(401);
    expect(logs.count()).toBe(102);
    expect(await removeExpired(store, NOW)).toBe(0);
  });
});

describe('startExpiry', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('goes on after a sweep that failed', async () => {
    const warnings = jest.spyOn(console, 'warn').mockImplementation();
    const list = jest.fn(() => {
      throw new Error('The disk is full');
    });
    const stop = startExpiry({ list } as unknown as Store);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(list).toHaveBeenCalledTimes(2);
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining('The disk is full'));
    await stop();
  });
});
