import { buildCatalogue } from '../catalogue/catalogue';
import { Listening } from '../listeners/listening';
import { NAMED_LISTENERS } from '../listeners/roster';
import { entryAt } from '../random';
import { exportAsOneArray, exportFiles, type ExportFormat } from './export-files';
import { planExport } from './export-plan';

const NOW = Date.UTC(2025, 5, 15, 12, 0, 0, 500);
const listening = new Listening(1, buildCatalogue(1));
const mira = entryAt(NAMED_LISTENERS, 0);
const blanca = entryAt(NAMED_LISTENERS, 5);

type ExportRecord = Record<string, unknown>;

const parse = (text: Iterable<string>) => JSON.parse([...text].join('')) as ExportRecord[];

async function filesOf(count: number, format: ExportFormat) {
  const plan = await planExport(listening, mira, count, NOW);
  return exportFiles(plan, mira, format).map((file) => ({ name: file.name, records: parse(file.content()) }));
}

describe('an export of the extended history', () => {
  it('holds exactly what the feed shows, and beside it only short plays and podcasts', async () => {
    const plan = await planExport(listening, mira, 120, NOW);
    const records = parse(exportAsOneArray(plan, mira, 'extended'));
    const feed = listening.feedAt(mira, NOW, 50);
    const long = records.filter((record) => record.spotify_track_uri !== null && Number(record.ms_played) >= 30_000);
    expect(
      long
        .slice(-50)
        .reverse()
        .map(({ ts, spotify_track_uri: uri }) => [ts, uri]),
    ).toEqual(
      feed.map(({ endedAt, track }) => [
        `${new Date(endedAt).toISOString().slice(0, 19)}Z`,
        `spotify:track:${track.id}`,
      ]),
    );
    const others = records.filter((record) => !long.includes(record));
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ episode_name: name, ms_played: ms }) => name !== null || Number(ms) < 30_000)).toBe(true);
  });

  it('is the newest part of a larger one, oldest first', async () => {
    const [small] = await filesOf(300, 'extended');
    const [large] = await filesOf(1_000, 'extended');
    expect(small?.records).toHaveLength(300);
    expect(large?.records.slice(-300)).toEqual(small?.records);
    const times = large?.records.map(({ ts }) => String(ts)) ?? [];
    expect(times).toEqual([...times].sort());
  });

  it('is cut into files of at most 16,000 records that are named after their years', async () => {
    const files = await filesOf(20_000, 'extended');
    expect(files.map(({ records }) => records.length)).toEqual([16_000, 4_000]);
    for (const [index, { name, records }] of files.entries()) {
      const years = [String(records[0]?.ts).slice(0, 4), String(records.at(-1)?.ts).slice(0, 4)];
      expect(name).toBe(`Streaming_History_Audio_${[...new Set(years)].join('-')}_${index}.json`);
    }
  });

  it('has every field of the platform’s records, null where nothing is known', async () => {
    const [file] = await filesOf(3_000, 'extended');
    const music = file?.records.find(({ spotify_track_uri: uri }) => uri !== null);
    const episode = file?.records.find(({ spotify_episode_uri: uri }) => uri !== null);
    // prettier-ignore
    const fields = [
      'ts', 'platform', 'ms_played', 'conn_country', 'ip_addr', 'master_metadata_track_name',
      'master_metadata_album_artist_name', 'master_metadata_album_album_name', 'spotify_track_uri', 'episode_name',
      'episode_show_name', 'spotify_episode_uri', 'audiobook_title', 'audiobook_uri', 'audiobook_chapter_uri',
      'audiobook_chapter_title', 'reason_start', 'reason_end', 'shuffle', 'skipped', 'offline', 'offline_timestamp', 'incognito_mode',
    ];
    expect(Object.keys(music ?? {})).toEqual(fields);
    expect(Object.keys(episode ?? {})).toEqual(fields);
    expect(music?.spotify_track_uri).toMatch(/^spotify:track:\w{22}$/);
    expect(music?.episode_name).toBeNull();
    expect(episode?.spotify_episode_uri).toMatch(/^spotify:episode:\w{22}$/);
    expect(episode?.master_metadata_track_name).toBeNull();
  });
});

describe('an export of the account data', () => {
  it('tells the same plays by name and minute, podcasts in a file of their own', async () => {
    const files = await filesOf(12_000, 'account');
    expect(files.map(({ name }) => name)).toEqual([
      'StreamingHistory_music_0.json',
      'StreamingHistory_music_1.json',
      'StreamingHistory_podcast_0.json',
    ]);
    expect(files.reduce((sum, { records }) => sum + records.length, 0)).toBe(12_000);
    const newest = entryAt(listening.feedAt(mira, NOW, 1), 0);
    expect(files[1]?.records).toContainEqual({
      endTime: new Date(newest.endedAt).toISOString().slice(0, 16).replace('T', ' '),
      artistName: newest.track.artists[0]?.name,
      trackName: newest.track.name,
      msPlayed: newest.msPlayed,
    });
    expect(Object.keys(files[2]?.records[0] ?? {})).toEqual(['endTime', 'podcastName', 'episodeName', 'msPlayed']);
  });
});

describe('an export of somebody who never played anything', () => {
  it('is empty', async () => {
    const plan = await planExport(listening, blanca, 100, NOW);
    expect(plan.total).toBe(0);
    expect(exportFiles(plan, blanca, 'extended')).toEqual([]);
    expect(parse(exportAsOneArray(plan, blanca, 'extended'))).toEqual([]);
  });
});
