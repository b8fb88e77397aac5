import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Artist } from '../../src/catalogue/artist.schema';
import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { CatalogueTurns } from '../../src/catalogue/fetching/catalogue-turns.service';
import { CatalogueWakeUps } from '../../src/catalogue/fetching/catalogue-wake-ups.service';
import { normaliseName } from '../../src/common/text';
import { JOBS_CONNECTION } from '../../src/database/connections';
import type { Track } from '../../src/sandbox/catalogue/catalogue.types';
import { type AuthHeaders, getJson } from '../support/api-calls';
import {
  backlogDrained,
  catalogueQueue,
  downloadExport,
  type ExportRecord,
  importFile,
  SANDBOX_CATALOGUE,
  tracksPlayed,
  wakingUntil,
} from '../support/catalogue';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecord } from '../support/small-uploads';
import { link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';
import { DAY_MS } from '../../src/common/durations';

const UNKNOWN_ID = 'zzzzzzzzzzzzzzzzzzzzzz';

interface Genres {
  genres: { name: string; play_count: number; percentage: number }[];
}
interface Listed {
  items: { platform_id: string; name: string; image_url: string; genres: string[] }[];
}

describe('the catalogue', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let headers: AuthHeaders;
  let folder: string;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    folder = mkdtempSync(join(tmpdir(), 'playledger-catalogue-'));
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    api = await createTestApp({ env: platform.env });
    // She has played nothing, so that the history holds what is imported and nothing else.
    ({ headers } = await link(platform, api, 'blanca'));
  });
  afterEach(async () => {
    await api.close();
    await platform.clearWeather();
  });

  /** Imports a listener's export. @returns the tracks of its plays */
  async function importExport(user: string, plays: number): Promise<Track[]> {
    const path = join(folder, 'export.json');
    const records = await downloadExport<ExportRecord>(platform, { user, plays, format: 'extended' }, path);
    await importFile(api, headers, path);
    return tracksPlayed(records);
  }

  async function importTracks(ids: readonly string[]): Promise<void> {
    const path = join(folder, 'tracks.json');
    const records = ids.map((id, index) =>
      extendedRecord({
        ts: `2023-04-01T08:${String(index).padStart(2, '0')}:00Z`,
        spotify_track_uri: `spotify:track:${id}`,
      }),
    );
    writeFileSync(path, JSON.stringify(records));
    await importFile(api, headers, path);
  }

  const stored = (collection: string, platformId: string) =>
    api.db.collection(collection).findOne({ platform_id: platformId });

  /** How often each id was asked for, by the path and the id. */
  async function asked(since: number): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { path, query, status } of await platform.requestsSince(since)) {
      const [, kind = '', single] = /^\/v1\/(tracks|artists|albums|audio-features)(?:\/(\w+))?$/.exec(path) ?? [];
      const ids = single === undefined ? (new URLSearchParams(query).get('ids') ?? '').split(',') : [single];
      if (kind !== '' && status !== 403)
        for (const id of ids) counts.set(`${kind} ${id}`, (counts.get(`${kind} ${id}`) ?? 0) + 1);
    }
    return counts;
  }

  async function expectEverythingKnown(played: readonly Track[]): Promise<void> {
    for (const track of new Set(played)) {
      expect(await stored('tracks', track.id)).toMatchObject({
        stub: false,
        name: normaliseName(track.name),
        duration_ms: track.durationMs,
      });
    }
    for (const artist of new Set(played.flatMap(({ artists }) => artists))) {
      expect(await stored('artists', artist.id)).toMatchObject({
        stub: false,
        name: normaliseName(artist.name),
        genres: artist.genres,
      });
    }
    for (const album of new Set(played.map((track) => track.album))) {
      expect(await stored('albums', album.id)).toMatchObject({
        stub: false,
        name: normaliseName(album.name),
        album_type: album.type,
        total_tracks: album.tracks.length,
      });
    }
  }

  it('is given once what several batches name beside each other', async () => {
    const stubs = api.app.get(CatalogueStubs);
    const { collection } = api.app.get<Model<Artist>>(getModelToken(Artist.name, JOBS_CONNECTION));
    const inserted = jest.spyOn(collection, 'insertMany');
    const named = ['Ann', 'Ben'].map((artistName) => ({
      trackId: null,
      trackName: 'Song',
      artistName,
      albumName: 'LP',
    }));
    await Promise.all([stubs.addStubs(named), stubs.addStubs([...named].reverse()), stubs.addStubs(named)]);
    expect(inserted).toHaveBeenCalledTimes(1);
    stubs.forget();
    await stubs.addStubs(named);
    expect(await api.db.collection('artists').countDocuments()).toBe(2);
  });

  describe('after an import', () => {
    it('knows every track, artist and album, and the figures show them', async () => {
      const played = await importExport('otto', 400);
      await backlogDrained(api);
      await expectEverythingKnown(played);

      const counts = new Map<string, number>();
      for (const genre of played.flatMap(({ album }) => album.artists[0]?.genres ?? []))
        counts.set(genre, (counts.get(genre) ?? 0) + 1);
      const { genres } = await getJson<Genres>(api.url, headers, '/api/v1/genres/distribution');
      expect(new Map(genres.map(({ name, play_count }) => [name, play_count]))).toEqual(counts);

      const overview = await getJson<{ avg_audio_features: Record<string, number> }>(
        api.url,
        headers,
        '/api/v1/analytics/overview',
      );
      const mean = (pick: (track: Track) => number): number =>
        played.reduce((sum, track) => sum + pick(track), 0) / played.length;
      expect(overview.avg_audio_features.energy).toBeCloseTo(
        mean(({ features }) => features.energy),
        3,
      );
      expect(overview.avg_audio_features.tempo).toBeCloseTo(
        mean(({ features }) => features.tempo),
        1,
      );

      const artists = await getJson<Listed>(api.url, headers, '/api/v1/artists/top');
      for (const { platform_id, name, image_url, genres: carried } of artists.items) {
        const artist = SANDBOX_CATALOGUE.artistById.get(platform_id);
        expect({ name, carried }).toEqual({ name: normaliseName(artist?.name ?? ''), carried: artist?.genres });
        expect(image_url).toBe(`${platform.url}/images/artist/${platform_id}/640.svg`);
      }
      const albums = await getJson<Listed>(api.url, headers, '/api/v1/albums/top');
      expect(albums.items.map(({ image_url }) => image_url)).toEqual(
        albums.items.map(({ platform_id }) => `${platform.url}/images/album/${platform_id}/640.svg`),
      );
      const history = await getJson<{ items: { track: { album_image_url: string; duration_ms: number } }[] }>(
        api.url,
        headers,
        '/api/v1/history',
      );
      for (const { track } of history.items) {
        expect(track.album_image_url).toMatch(/\/images\/album\/\w+\/640\.svg$/);
        expect(track.duration_ms).toBeGreaterThan(0);
      }
    }, 60_000);

    it('answers the id made of a name with the artist whose name it is', async () => {
      const [track] = await importExport('otto', 100);
      const name = normaliseName(track?.artists[0]?.name ?? '');
      const made = await api.db.collection('artists').findOne({ name, platform_id: /^name:/ });
      await backlogDrained(api);
      const { body } = await api.call(`/api/v1/artists/${String(made?.platform_id)}`);
      expect(body).toMatchObject({ platform_id: track?.artists[0]?.id, genres: track?.artists[0]?.genres });
    });
  });

  describe('what hurts elsewhere', () => {
    it('reads one by one where batches are closed, and does without what the platform leaves out', async () => {
      await platform.setWeather({ access: '2026' });
      const begun = Date.now();
      const played = await importExport('mira', 150);
      await backlogDrained(api);
      await expectEverythingKnown(played);
      expect(Math.max(...(await asked(begun)).values())).toBe(1);
      const [{ id } = { id: '' }] = played;
      const { status, body } = await api.call(`/api/v1/tracks/${id}`);
      expect({ status, body }).toMatchObject({ status: 200, body: { popularity: 0, audio_features: null } });
    }, 60_000);

    it('gets everything although every fifth call fails', async () => {
      await platform.setWeather({ errors: [{ path: '/v1/*', status: 502, rate: 0.2 }] });
      const played = await importExport('nell', 600);
      await backlogDrained(api);
      await expectEverythingKnown(played);
    }, 90_000);

    it('goes on past one record that never comes, and asks for it ever more rarely', async () => {
      const [odd, ...rest] = SANDBOX_CATALOGUE.tracks.slice(0, 5);
      await platform.setWeather({ access: '2026', errors: [{ path: `/v1/tracks/${odd?.id ?? ''}`, status: 500 }] });
      await importTracks([odd?.id ?? '', ...rest.map(({ id }) => id)]);
      await wakingUntil(api, async () => {
        const left = await api.db.collection('tracks').countDocuments({ stub: true });
        const { failures = 0 } = ((await stored('tracks', odd?.id ?? ''))?.lookup ?? {}) as { failures?: number };
        return left === 1 && failures > 1;
      });
      expect(await stored('tracks', odd?.id ?? '')).toMatchObject({ stub: true });
    }, 90_000);

    it('asks for nothing twice, over two replicas', async () => {
      const other = await createTestApp({ beside: api, env: platform.env });
      try {
        const begun = Date.now();
        const played = await importExport('tomas', 400);
        const { signal } = new AbortController();
        const turns = [api, other, api, other].map((each) => each.app.get(CatalogueTurns));
        const drained = backlogDrained(api);
        let isDone = false;
        await Promise.all([
          drained.then(() => {
            isDone = true;
          }),
          ...turns.map(async (replica) => {
            while (!isDone) await replica.take(signal);
          }),
        ]);
        await expectEverythingKnown(played);
        const twice = [...(await asked(begun))].filter(([, times]) => times > 1);
        expect(twice).toEqual([]);
      } finally {
        await other.close();
      }
    }, 60_000);

    it('waits a day when the platform says so, and holds no worker', async () => {
      await backlogDrained(api);
      const begun = Date.now();
      await platform.setWeather({ rate_limit: { retry_after_seconds: 86_400 } });
      await importExport('mira', 200);
      const queue = catalogueQueue(api);
      const [turn] = await untilSome(
        () => queue.getDelayed(),
        (job) => job.delay > DAY_MS / 2,
      );
      expect(turn?.delay).toBeGreaterThanOrEqual(DAY_MS - (Date.now() - begun));
      const calls = (await platform.requestsSince(begun)).filter(({ path }) => path.startsWith('/v1/'));
      expect(calls.map(({ status }) => status)).toEqual([429]);

      await api.app.get(CatalogueWakeUps).wake();
      await importExport('otto', 200);
      expect(await queue.getActiveCount()).toBe(0);
      expect((await platform.requestsSince(begun)).filter(({ path }) => path.startsWith('/v1/'))).toHaveLength(1);
      expect(await api.db.collection('tracks').countDocuments({ stub: false })).toBe(0);
    });
  });

  it('does not ask again for what the platform does not know', async () => {
    const begun = Date.now();
    await importTracks([UNKNOWN_ID]);
    await backlogDrained(api);
    const track = await stored('tracks', UNKNOWN_ID);
    const { due_at } = track?.lookup as { due_at: Date };
    expect(track).toMatchObject({ stub: true, name: 'Song' });
    expect(due_at.getTime() - begun).toBeGreaterThan(29 * DAY_MS);
    await importTracks([UNKNOWN_ID, SANDBOX_CATALOGUE.tracks[0]?.id ?? '']);
    await backlogDrained(api);
    expect((await asked(begun)).get(`tracks ${UNKNOWN_ID}`)).toBe(1);
  });

  it('renews what was told 90 days ago', async () => {
    const [artist] = SANDBOX_CATALOGUE.artists;
    const id = artist?.id ?? '';
    await importTracks([artist?.tracks[0]?.id ?? '']);
    await backlogDrained(api);
    const { fetched_at, lookup } = (await stored('artists', id)) as unknown as {
      fetched_at: Date;
      lookup: { due_at: Date };
    };
    expect(lookup.due_at.getTime() - fetched_at.getTime()).toBe(90 * DAY_MS);

    const change = { followers: 1, genres: ['outdated'], 'lookup.due_at': new Date() };
    await api.db.collection('artists').updateOne({ platform_id: id }, { $set: change });
    await api.app.get(CatalogueWakeUps).wake();
    await backlogDrained(api);
    expect(await stored('artists', id)).toMatchObject({ followers: artist?.followers, genres: artist?.genres });
    // A wake-up that meets the end of a turn is made good within a minute.
  }, 120_000);

  it('waits while nobody has an account linked', async () => {
    await api.db.collection('platform_tokens').deleteMany({});
    await importTracks([SANDBOX_CATALOGUE.tracks[0]?.id ?? '']);
    const rest = await api.app.get(CatalogueTurns).take(new AbortController().signal);
    expect(rest.isIdle).toBe(true);
    expect(await stored('tracks', SANDBOX_CATALOGUE.tracks[0]?.id ?? '')).toMatchObject({ stub: true });
  });
});

/** Looks until some of what is listed is as wanted. */
async function untilSome<T>(list: () => Promise<T[]>, isWanted: (item: T) => boolean): Promise<T[]> {
  for (;;) {
    const found = (await list()).filter(isWanted);
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
