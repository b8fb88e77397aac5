import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../src/common/durations';
import { differences, heardBy, linesOf, linesOfRows, oldestOf, storedPlays } from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link, stepsOf } from '../support/sync-jobs';
import { TcpProxy } from '../support/tcp-proxy';
import { createTestApp, type TestApp } from '../support/test-app';

const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;
/** In so long nobody plays more than the feed holds. */
const STEP_MS = 2 * HOUR_MS;
/** Longer than it takes to see that a step has begun. */
const LATENCY_MS = 2_500;
/** Longer than a worker's signs of life are apart, shorter than a try of a call. */
const SILENCE_MS = 4_000;

describe('a sync whose line to the platform breaks', () => {
  let platform: SandboxPlatform;
  let line: TcpProxy;
  let api: TestApp;
  let otto: LinkedListener;
  let oldest: number;
  let now = START;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    await setClock(START);
    line = await TcpProxy.to({ host: '127.0.0.1', port: Number(new URL(platform.url).port) });
    api = await createTestApp({ env: { SANDBOX_PORT: String(line.port), AUTO_LOGIN: 'false' } });
    otto = await link(platform, api, 'otto');
    oldest = oldestOf(await storedPlays(api, otto));
  }, 60_000);
  beforeEach(async () => {
    await setClock((now += STEP_MS));
    await platform.setWeather({ latency_ms: LATENCY_MS });
  });
  afterEach(async () => {
    line.restore();
    await platform.setWeather({ latency_ms: 0 });
  });
  afterAll(async () => {
    await api.close();
    await line.close();
    await platform.close();
  });

  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  /** Begins a sync and waits until it has asked the platform for the feed. */
  async function begin(): Promise<string> {
    const id = await otto.beginSync();
    await otto.jobUntil(id, ({ steps }) => steps[0]?.status === 'running');
    return id;
  }

  async function expectExact(): Promise<void> {
    const heard = linesOf(heardBy('otto', oldest, now + 1));
    const rows = await storedPlays(api, otto);
    // The sandbox' clock goes on, and may have brought another play.
    const stored = linesOfRows(rows.filter(({ played_at }) => played_at.getTime() <= now));
    expect(differences(stored, heard)).toEqual({ lost: [], added: [] });
    expect(await otto.get('/api/v1/analytics/overview')).toMatchObject({ total_tracks_played: rows.length });
  }

  it('for good ends with what happened and what to do; the next one brings everything', async () => {
    const id = await begin();
    line.cut();
    await platform.setWeather({ latency_ms: 0 });
    const job = await otto.jobUntil(id);
    const told = expect.stringMatching(
      /^The platform (could not be reached|broke the connection off)\. Try again/,
    ) as string;
    expect(job).toMatchObject({ status: 'failed', error_message: told });
    expect(stepsOf(job).recently_played).toMatchObject({ status: 'failed', error: told });
    const browse = await api.call('/api/v1/browse/categories', { headers: otto.headers });
    expect([browse.status, browse.body.detail]).toEqual([502, told]);
    expect(await otto.get('/api/v1/auth/status')).toMatchObject({ authenticated: true, platform_linked: true });
    line.restore();
    expect(await otto.sync()).toMatchObject({ status: 'completed', error_message: '' });
    await expectExact();
  }, 120_000);

  it('for a while keeps its job, which goes on by itself', async () => {
    const id = await begin();
    line.silence();
    await sleep(SILENCE_MS);
    expect(await otto.jobUntil(id, () => true)).toMatchObject({ status: 'running' });
    await platform.setWeather({ latency_ms: 0 });
    line.restore();
    expect(await otto.jobUntil(id)).toMatchObject({ status: 'completed', error_message: '' });
    await expectExact();
  }, 60_000);
});
