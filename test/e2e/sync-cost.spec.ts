import { SyncSchedules } from '../../src/sync/schedules/sync-schedules.service';
import { HOUR_MS, MINUTE_MS } from '../../src/common/durations';
import { backlogDrained } from '../support/catalogue';
import { quietInstant } from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const CYCLE_MS = 15 * MINUTE_MS;
const NAMES = ['mira', 'otto', 'blanca'];
const RECENTLY_PLAYED = 'GET /v1/me/player/recently-played';

/** The platform lets an app make few calls, so that they decide how many users a service can have. */
describe('what a cycle of the schedule costs in calls', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let listeners: LinkedListener[];
  let clock = quietInstant(NAMES);
  let tick = Math.ceil(Date.now() / CYCLE_MS) * CYCLE_MS;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    await setClock(clock);
    listeners = [];
    for (const name of NAMES) listeners.push(await link(platform, api, name));
    await backlogDrained(api);
  }, 120_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });

  /** Runs a cycle. @returns the calls that it made with each user's token, in their order */
  async function callsOfCycle(): Promise<Record<string, string[]>> {
    const begun = Date.now();
    tick += CYCLE_MS;
    await api.app.get(SyncSchedules).syncAllUsers(new Date(tick));
    for (const listener of listeners) {
      let [newest] = await listener.jobs();
      while (newest === undefined || Date.parse(newest.created_at) < begun) [newest] = await listener.jobs();
      expect(await listener.jobUntil(newest.id)).toMatchObject({ job_type: 'periodic', status: 'completed' });
    }
    const calls: Record<string, string[]> = {};
    for (const { user, method, path } of await platform.requestsSince(begun))
      (calls[user ?? 'nobody'] ??= []).push(`${method} ${path}`);
    return calls;
  }

  it('one for each user of whom nothing is new', async () => {
    expect(await callsOfCycle()).toEqual({
      mira: [RECENTLY_PLAYED],
      otto: [RECENTLY_PLAYED],
      blanca: [RECENTLY_PLAYED],
    });
  });

  it('one more, to the accounts service, once an hour when the access token runs out', async () => {
    const [mira] = listeners;
    const expiring = { user_id: mira?.userId };
    await api.db.collection('platform_tokens').updateOne(expiring, { $set: { expires_at: new Date() } });
    expect(await callsOfCycle()).toEqual({
      nobody: ['POST /api/token'],
      mira: [RECENTLY_PLAYED],
      otto: [RECENTLY_PLAYED],
      blanca: [RECENTLY_PLAYED],
    });
    expect(Object.keys(await callsOfCycle())).not.toContain('nobody');
  });

  it('seven more every six hours, when playlists have not changed', async () => {
    const [mira] = listeners;
    const old = new Date(Date.now() - 6 * HOUR_MS);
    await api.db
      .collection('sync_states')
      .updateOne({ user_id: mira?.userId }, { $set: { playlists_at: old, top_items_at: old } });
    expect(await callsOfCycle()).toEqual({
      mira: [
        RECENTLY_PLAYED,
        'GET /v1/me/playlists',
        ...Array<string>(3).fill('GET /v1/me/top/artists'),
        ...Array<string>(3).fill('GET /v1/me/top/tracks'),
      ],
      otto: [RECENTLY_PLAYED],
      blanca: [RECENTLY_PLAYED],
    });
  });

  it('none more for new plays of tracks that are known', async () => {
    // The feeds bring their plays over again, whose tracks are in the catalogue.
    await api.db.collection('listening_history').deleteMany({});
    await api.db.collection('sync_states').updateMany({}, { $set: { last_played_at: null, told_plays: [] } });
    const calls = await callsOfCycle();
    expect(calls).toEqual({ mira: [RECENTLY_PLAYED], otto: [RECENTLY_PLAYED], blanca: [RECENTLY_PLAYED] });
    expect(await api.db.collection('listening_history').countDocuments()).toBe(100);
  });

  it('few more for all users together when they have played what nobody had before', async () => {
    clock += 24 * HOUR_MS;
    await setClock(clock);
    const calls = await callsOfCycle();
    for (const name of NAMES)
      expect(calls[name]?.filter((call) => call.startsWith('GET /v1/me/'))).toEqual([RECENTLY_PLAYED]);
    await backlogDrained(api);
    // Features of 100 tracks in a call; artists of 50 and albums of 20 come with the turns of the catalogue.
    const shared = Object.values(calls)
      .flat()
      .filter((call) => !call.startsWith('GET /v1/me/'));
    for (const call of shared) expect(call).toMatch(/^GET \/v1\/(audio-features|tracks|artists|albums)$/);
    expect(shared.filter((call) => call.endsWith('features')).length).toBeLessThanOrEqual(listeners.length);
  });
});
