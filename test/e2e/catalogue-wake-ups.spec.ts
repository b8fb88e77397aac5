import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { type QueuedTurn, TURN } from '../../src/catalogue/fetching/catalogue-wake-ups.service';
import { MINUTE_MS } from '../../src/common/durations';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { catalogueQueue, SANDBOX_CATALOGUE } from '../support/catalogue';
import { fakeOnly } from '../support/fake-only';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

describe('the wake-up of the catalogue', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let queue: Queue<QueuedTurn>;

  beforeAll(async () => {
    fakeOnly('setInterval');
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: platform.env });
    queue = catalogueQueue(api);
    // She has played nothing, and her first sync wakes nobody any more.
    await link(platform, api, 'blanca');
  });
  afterAll(async () => {
    jest.useRealTimers();
    await api.close();
    await platform.close();
  });

  async function isIdle(): Promise<boolean> {
    const turn = await queue.getJob(TURN.jobId);
    return turn?.data.isIdle === true && (await turn.isDelayed());
  }

  it('is put back within a minute when Redis has lost its data', async () => {
    while (!(await isIdle())) await sleep(20);
    await api.app.get<Redis>(REQUEST_REDIS).flushdb();
    const [track] = SANDBOX_CATALOGUE.tracks;
    if (track === undefined) throw new Error('The sandbox has no tracks');
    const named = { trackId: track.id, trackName: 'A', artistName: 'B', albumName: 'C' };
    await api.app.get(CatalogueStubs).addStubs([named]);
    jest.advanceTimersByTime(MINUTE_MS);
    const isKnown = { platform_id: track.id, stub: false };
    while ((await api.db.collection('tracks').countDocuments(isKnown)) === 0) await sleep(20);
  });
});
