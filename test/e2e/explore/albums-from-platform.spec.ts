import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Album } from '../../../src/sandbox/catalogue/catalogue.types';
import { getJson } from '../../support/api-calls';
import { backlogDrained, importFile, SANDBOX_CATALOGUE, wakingUntil } from '../../support/catalogue';
import { type SandboxPlatform, startSandboxPlatform } from '../../support/sandbox-platform';
import { extendedRecord } from '../../support/small-uploads';
import { link, type LinkedListener } from '../../support/sync-jobs';
import { createTestApp, type TestApp } from '../../support/test-app';

interface AlbumsHeard {
  items: { id: string; heard_count: number; track_count: number }[];
  albums_without_order: number;
}

const FIRST_PLAY = Date.parse('2023-04-01T12:00:00Z');
const MINUTE = 60_000;

describe('the tracks of albums', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let blanca: LinkedListener;
  const folder = mkdtempSync(join(tmpdir(), 'playledger-albums-'));
  const album = SANDBOX_CATALOGUE.albums.find(({ tracks }) => tracks.length > 5) as Album;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: platform.env });
    // She has played nothing but what is imported.
    blanca = await link(platform, api, 'blanca');
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const storedTracks = async (): Promise<unknown> => {
    const stored = await api.db.collection('albums').findOne({ platform_id: album.id });
    return stored?.tracks;
  };
  const heard = (): Promise<AlbumsHeard> => getJson(api.url, blanca.headers, '/api/v1/explore/albums-heard');

  it('come with the albums that the sync fetches', async () => {
    const path = join(folder, 'export.json');
    const records = album.tracks.map(({ id, name, artists, durationMs }, index) =>
      extendedRecord({
        ts: `${new Date(FIRST_PLAY + index * MINUTE).toISOString().slice(0, 19)}Z`,
        ms_played: durationMs,
        master_metadata_track_name: name,
        master_metadata_album_artist_name: artists[0]?.name,
        master_metadata_album_album_name: album.name,
        spotify_track_uri: `spotify:track:${id}`,
      }),
    );
    writeFileSync(path, JSON.stringify(records));
    await importFile(api, blanca.headers, path);
    await backlogDrained(api);
    expect(await storedTracks()).toEqual(
      album.tracks.map(({ id, name, trackNumber, durationMs }) => ({
        ...{ platform_id: id, name: name.normalize('NFC') },
        ...{ disc_number: 1, track_number: trackNumber, duration_ms: durationMs },
      })),
    );
    expect(await heard()).toMatchObject({
      items: [{ id: album.id, heard_count: 1, track_count: album.tracks.length }],
      albums_without_order: 0,
    });
  });

  it('are asked for where only the first have come, once somebody has played three', async () => {
    const whole = await storedTracks();
    const [first] = whole as unknown[];
    const partial = { tracks: [first], tracks_lookup: { due_at: new Date() } };
    const albums = api.db.collection('albums');
    await albums.updateOne({ platform_id: album.id }, { $set: partial });
    const [other] = SANDBOX_CATALOGUE.albums.filter(({ id, tracks }) => id !== album.id && tracks.length > 5);
    await albums.insertOne({ platform_id: other?.id, name: other?.name, stub: false, ...partial });
    const isDue = { 'tracks_lookup.due_at': { $lte: new Date() } };
    await wakingUntil(api, async () => (await albums.countDocuments(isDue)) === 0);
    await backlogDrained(api);
    expect(await storedTracks()).toEqual(whole);
    expect(await albums.findOne({ platform_id: other?.id })).toMatchObject({ tracks: [first] });
  });
});
