import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchKey } from '../../src/common/text';
import { BlankNames } from '../../src/history/resolving/blank-names.service';
import { type AuthHeaders, getJson, type ImportJob, jobUntil } from '../support/api-calls';
import {
  backlogDrained,
  catalogueQueue,
  downloadExport,
  type ExportRecord,
  importFile,
  SANDBOX_CATALOGUE,
  tracksPlayed,
} from '../support/catalogue';
import { logInWith, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

interface AccountRecord {
  artistName: string;
  trackName: string;
  msPlayed: number;
}
interface StoredPlay {
  played_at: Date;
  ms_played: number;
  track: { platform_id: string; name: string; artist_name: string; album_name: string; album_image_url: string };
}

/** Of more tracks than are searched for in a turn. */
const PLAYS = 100;

/** Account data names no ids: they are searched for, and then the plays are as if they had come with them. */
describe('plays known by name', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let headers: AuthHeaders;
  let folder: string;
  let extended: { path: string; records: ExportRecord[] };
  let account: { path: string; records: AccountRecord[] };

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    folder = mkdtempSync(join(tmpdir(), 'playledger-names-'));
    const query = { user: 'otto', plays: PLAYS };
    const paths = { extended: join(folder, 'extended.json'), account: join(folder, 'account.json') };
    // The clock stands still, so that both tell of the same plays.
    await platform.setWeather({ clock: { at: '2025-03-01T12:00:00Z' } });
    extended = {
      path: paths.extended,
      records: await downloadExport(platform, { ...query, format: 'extended' }, paths.extended),
    };
    account = {
      path: paths.account,
      records: await downloadExport(platform, { ...query, format: 'account' }, paths.account),
    };
    await platform.clearWeather();
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    api = await createTestApp({ env: platform.env });
    ({ headers } = await link(platform, api, 'blanca'));
  });
  afterEach(() => api.close());

  const load = ({ path }: { path: string }): Promise<ImportJob> => importFile(api, headers, path);
  const plays = async (): Promise<StoredPlay[]> =>
    (await api.db.collection('listening_history').find().sort({ played_at: 1 }).toArray()) as unknown as StoredPlay[];

  /** Plays by track, as the extended history tells them. */
  const playsByTrack = (): Map<string, number> => countBy(tracksPlayed(extended.records).map(({ id }) => id));

  it('get the ids of tracks with exactly these names, and figures follow', async () => {
    await backlogDrained(api);
    // Else some may have their ids by the time of the first look.
    await catalogueQueue(api).pause();
    await load(account);
    expect((await plays()).every(({ track }) => track.platform_id.startsWith('name:'))).toBe(true);
    await catalogueQueue(api).resume();
    await backlogDrained(api);
    const stored = await plays();
    expect(stored).toHaveLength(account.records.filter(({ msPlayed }) => msPlayed > 0).length);
    for (const { track } of stored) {
      const found = SANDBOX_CATALOGUE.trackById.get(track.platform_id);
      expect(matchKey(found?.name ?? '')).toBe(matchKey(track.name));
      expect(found?.artists.map(({ name }) => matchKey(name))).toContain(matchKey(track.artist_name));
      expect(track.album_name).not.toBe('');
    }
    const top = await getJson<{ items: { platform_id: string; play_count: number }[] }>(
      api.url,
      headers,
      '/api/v1/tracks/top?limit=100',
    );
    const counts = countBy(stored.map(({ track }) => track.platform_id));
    for (const { platform_id, play_count } of top.items) expect(play_count).toBe(counts.get(platform_id));
  }, 60_000);

  it('are the same plays when the extended history is loaded afterwards', async () => {
    await load(account);
    await backlogDrained(api);
    const before = await plays();
    const { report } = await load(extended);
    expect(report).toMatchObject({ stored: 0, merged: before.length });
    await backlogDrained(api);
    expect(countBy((await plays()).map(({ track }) => track.platform_id))).toEqual(playsByTrack());
  }, 60_000);

  it('are the same plays when the extended history was loaded before', async () => {
    await load(extended);
    await backlogDrained(api);
    const before = await plays();
    const { report } = await load(account);
    expect(report).toMatchObject({ stored: 0, merged: before.length });
    await backlogDrained(api);
    expect(countBy((await plays()).map(({ track }) => track.platform_id))).toEqual(playsByTrack());
  }, 60_000);

  it('are known again when their file is loaded a second time', async () => {
    await load(account);
    await backlogDrained(api);
    const before = await plays();
    const { report } = await load(account);
    expect(report).toMatchObject({ stored: 0, merged: 0, skipped: { duplicate: before.length } });
    expect(await plays()).toEqual(before);
  }, 60_000);

  it('need no second search for another user', async () => {
    await load(account);
    await backlogDrained(api);
    const begun = Date.now();
    headers = { authorization: `Bearer ${await logInWith(platform, api, 'synthetic-7')}` };
    await load(account);
    await backlogDrained(api);
    const searches = (await platform.requestsSince(begun)).filter(({ path }) => path === '/v1/search');
    expect(searches).toEqual([]);
    const left = { 'track.platform_id': /^name:/ };
    expect(await api.db.collection('listening_history').countDocuments(left)).toBe(0);
  }, 60_000);

  describe('by the id alone', () => {
    const NAMELESS = {
      master_metadata_track_name: null,
      master_metadata_album_artist_name: '',
      master_metadata_album_album_name: '\u200b',
    };
    const loadNameless = async (): Promise<ImportJob> => {
      const path = join(folder, 'nameless.json');
      writeFileSync(path, JSON.stringify(extended.records.map((record) => ({ ...record, ...NAMELESS }))));
      return load({ path });
    };
    const expectNames = async (): Promise<void> => {
      const stored = await plays();
      expect(stored).toHaveLength(tracksPlayed(extended.records).length);
      for (const { track } of stored) {
        const { name, artists, album } = SANDBOX_CATALOGUE.trackById.get(track.platform_id) ?? {};
        const [artist_name, album_name] = [artists?.[0]?.name, album?.name];
        expect(track).toMatchObject({ name, artist_name, album_name, duration_ms: expect.any(Number) as number });
        expect(track.album_image_url).toMatch(/^http/);
      }
      const [{ track }] = stored as [StoredPlay];
      const ofName = stored.filter((other) => matchKey(other.track.artist_name) === matchKey(track.artist_name));
      const filters = [`artist=${track.artist_name}`, `artist=*${track.artist_name.slice(1)}`];
      for (const filter of filters) {
        const path = `/api/v1/history?${new URLSearchParams(filter).toString()}`;
        expect(await getJson(api.url, headers, path)).toMatchObject({ total: ofName.length });
      }
      const overview = await getJson(api.url, headers, '/api/v1/analytics/overview');
      const artists = new Set(tracksPlayed(extended.records).map(({ artists: [artist] }) => artist?.id));
      const albums = new Set(tracksPlayed(extended.records).map(({ album }) => album.id));
      expect(overview).toMatchObject({ unique_artists: artists.size, unique_albums: albums.size });
      expect(await api.db.collection('daily_rollups').countDocuments({ 'track_plays.name': '' })).toBe(0);
      expect(await api.db.collection('history_nameless').countDocuments()).toBe(0);
    };

    it('get the names once the platform has told them, and figures and filters follow', async () => {
      await backlogDrained(api);
      await catalogueQueue(api).pause();
      expect(await loadNameless()).toMatchObject({ report: { stored: tracksPlayed(extended.records).length } });
      expect((await plays()).every(({ track }) => track.name === '')).toBe(true);
      await catalogueQueue(api).resume();
      await backlogDrained(api);
      await expectNames();
    }, 60_000);

    const total = async (filter: Record<string, string> = {}): Promise<number> => {
      const path = `/api/v1/history?${new URLSearchParams({ ...filter, limit: '1' }).toString()}`;
      return (await getJson<{ total: number }>(api.url, headers, path)).total;
    };
    const expectOnePlayEach = async (): Promise<void> => {
      const played = tracksPlayed(extended.records);
      expect(await total()).toBe(played.length);
      const [name = ''] = played.map((track) => track.name);
      expect(await total({ track: name })).toBe(played.filter((track) => track.name === name).length);
      for (const file of [account, extended]) expect(await load(file)).toMatchObject({ report: { stored: 0 } });
      expect(await total()).toBe(played.length);
    };

    it('become one with plays known by name, once a later report has named their tracks', async () => {
      const { length } = tracksPlayed(extended.records);
      await backlogDrained(api);
      await catalogueQueue(api).pause();
      await loadNameless();
      expect(await load(account)).toMatchObject({ report: { stored: length, joined: 0 } });
      expect(await total()).toBe(2 * length);
      expect(await load(extended)).toMatchObject({ report: { stored: 0, joined: length } });
      await expectOnePlayEach();
      await catalogueQueue(api).resume();
    }, 60_000);

    it('become one with plays known by name, once the catalogue has named their tracks', async () => {
      await load(extended);
      await backlogDrained(api);
      const deletion = await api.call('/api/v1/history?all=true', { method: 'DELETE', headers });
      await jobUntil(api.url, headers, String(deletion.body.job_id));
      // Else the names could be searched for first, and the plays become one by the ids that are found.
      await catalogueQueue(api).pause();
      await load(account);
      await loadNameless();
      expect(await total()).toBe(2 * tracksPlayed(extended.records).length);
      await api.app.get(BlankNames).work(new AbortController().signal);
      await expectOnePlayEach();
      await catalogueQueue(api).resume();
    }, 60_000);

    it('get the names that the catalogue knows already', async () => {
      await load(extended);
      await backlogDrained(api);
      const deletion = await api.call('/api/v1/history?all=true', { method: 'DELETE', headers });
      await jobUntil(api.url, headers, String(deletion.body.job_id));
      expect(await plays()).toEqual([]);
      await loadNameless();
      await backlogDrained(api);
      await expectNames();
    }, 60_000);
  });
});

function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map([...counts].sort());
}
