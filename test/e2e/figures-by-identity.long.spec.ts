import fc from 'fast-check';
import { nameId } from '../../src/catalogue/name-id';
import { CatalogueRecords } from '../../src/catalogue/fetching/catalogue-records.service';
import { normaliseName } from '../../src/common/text';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { AnalyticsRefreshService } from '../../src/analytics/snapshots/analytics-refresh.service';
import { PERIODS } from '../../src/common/periods';
import { MINUTE, play, useFigures } from '../support/figures-client';
import { oracleOverview, runOracle } from '../support/oracle';
import { platformTrack } from '../support/platform-tracks';

interface Entry {
  platform_id: string;
  name: string;
  play_count: number;
}

const TRACKS = 40;
const trackIdOf = (index: number): string => `oracle${index}`.padEnd(22, '0');

/** More than two years for 400 plays, and no two within the minute in which they could be one. */
const minutesBefore = (index: number): number => 7 * index ** 2 + 5;

/** Few names, most of them spellings of another. */
const names = fc
  .constantFrom('Ada', 'ADA', ' Ada', 'A\u200cda', 'Bo', 'bo\ufeff', 'Björk', 'Bjo\u0308rk', '', ' \u200b')
  .map(normaliseName);
const plainHistories = fc.array(
  fc.record({
    trackId: fc.nat(TRACKS + 5).map(trackIdOf),
    name: names,
    artist: names,
    album: names,
    durationMs: fc.nat(300_000),
    msPlayed: fc.option(fc.nat(300_000)),
  }),
  { minLength: 400, maxLength: 400, size: 'max' },
);
const itemsOf = (kind: string) =>
  fc.option(fc.record({ id: fc.constantFrom(1, 2, 3, 4).map((number) => `${kind}${number}`), name: names }));
const identities = fc.record({ artist: itemsOf('artist'), album: itemsOf('album') });

/** Each test has tracks of its own, because what the catalogue learns of them stays. */
let numbers = 1_000;

describe('artists and albums', () => {
  const figures = useFigures();

  /** A play so many minutes ago, of another track each time. */
  const playOf = (artistName: string, minutesAgo: number, change: Partial<ReportedPlay> = {}): ReportedPlay =>
    play((numbers += 1), Date.now() - minutesAgo * MINUTE, { artistName, albumName: 'Hits', ...change });
  const told = (of: ReportedPlay, artistId: string, name = of.artistName, albumId = `album${artistId}`) =>
    platformTrack(of, {
      artists: [{ platformId: artistId, name }],
      album: { platformId: albumId, name: of.albumName, imageUrl: `${albumId}.jpg`, releaseDate: '' },
    });
  const keep = (...tracks: ReturnType<typeof told>[]): Promise<void> =>
    figures.api.app.get(CatalogueRecords).keepTracks(tracks);
  const entriesOf = async (list: 'artists' | 'albums'): Promise<[string, string, number][]> => {
    await figures.announce();
    const { [`top_${list}`]: shown, [`unique_${list}`]: unique } = await figures.get('analytics/overview?period=week');
    const entries = shown as Entry[];
    const { items, total } = await figures.get(`${list}/top?period=week`);
    expect({ unique, total }).toEqual({ unique: entries.length, total: entries.length });
    const bare = (of: Entry[]): [string, string, number][] =>
      of.map(({ platform_id, name, play_count }) => [platform_id, name, play_count]);
    expect(bare(items as Entry[])).toEqual(bare(entries));
    return bare(entries);
  };

  it('are two where two ids have one name, and a play that is known by the name belongs to neither', async () => {
    const [upper, lower, named] = [playOf('DUO', 3), playOf('Duo', 2), playOf('Duo', 1)];
    await figures.write(upper, { ...upper, playedAt: upper.playedAt - MINUTE * 30 }, lower, named);
    await keep(told(upper, 'upper'), told(lower, 'lower'));
    expect(await entriesOf('artists')).toEqual([
      ['upper', 'DUO', 2],
      [nameId('Duo'), 'Duo', 1],
      ['lower', 'Duo', 1],
    ]);
    expect(await entriesOf('albums')).toHaveLength(3);
  });

  it('are one where one id has had two names, under the newer one', async () => {
    const [before, after] = [playOf('Former', 2), playOf('Latter', 1)];
    await figures.write(before, after);
    await keep(told(before, 'renamed', 'Former', 'one'), told(after, 'renamed', 'Latter', 'one'));
    expect(await entriesOf('artists')).toEqual([['renamed', 'Latter', 2]]);
    expect(await entriesOf('albums')).toEqual([['one', 'Hits', 2]]);
  });

  it('take up plays that are known by name, under the spelling of the newest', async () => {
    const [known, named] = [playOf('Solo', 2), playOf('SOLO\u200b', 1)];
    await figures.write(known, named);
    await keep(told(known, 'solo'));
    expect(await entriesOf('artists')).toEqual([['solo', 'SOLO', 2]]);
    expect(await entriesOf('albums')).toEqual([['albumsolo', 'Hits', 2]]);
  });

  it('follow the catalogue when it learns of an id later', async () => {
    const plays = [playOf('Later', 3), playOf('Later', 2), playOf('later', 1)];
    await figures.write(...plays);
    expect(await entriesOf('artists')).toEqual([[nameId('later'), 'later', 3]]);
    for (const [index, of] of plays.slice(0, 2).entries()) await keep(told(of, `later${index}`));
    await figures.api.app.get(AnalyticsRefreshService).refresh(figures.user.userId);
    expect(await entriesOf('artists')).toEqual([
      ['later0', 'Later', 1],
      ['later1', 'Later', 1],
      [nameId('later'), 'later', 1],
    ]);
  });

  it('are those of the track, where an export names the artist of the album', async () => {
    const song = playOf('Various Artists', 1);
    await figures.write(song, { ...song, playedAt: song.playedAt - 30 * MINUTE, artistName: 'Singer' });
    await keep(told(song, 'singer', 'Singer'));
    expect(await entriesOf('artists')).toEqual([['singer', 'Singer', 2]]);
  });

  it('have their own genres and pictures, whoever has the same name', async () => {
    const [one, other] = [playOf('Namesake', 2), playOf('Namesake', 1)];
    await figures.write(one, { ...one, playedAt: one.playedAt - 30 * MINUTE }, other);
    await keep(told(one, 'first'), told(other, 'second'));
    const artists = figures.api.db.collection('artists');
    await artists.updateOne({ platform_id: 'first' }, { $set: { genres: ['folk'], images: [{ url: 'first.jpg' }] } });
    await artists.updateOne({ platform_id: 'second' }, { $set: { genres: ['punk'], images: [{ url: 'second.jpg' }] } });
    await figures.announce();
    expect(await figures.get('analytics/overview?period=week')).toMatchObject({
      top_artists: [{ image_url: 'first.jpg' }, { image_url: 'second.jpg' }],
      top_albums: [{ image_url: 'albumfirst.jpg' }, { image_url: 'albumsecond.jpg' }],
      top_genres: [
        { name: 'folk', play_count: 2 },
        { name: 'punk', play_count: 1 },
      ],
    });
  });

  it('are not counted without a name, and a track counts by its id all the same', async () => {
    const blank = { trackName: '', albumName: '\u200b' };
    await figures.write(playOf('', 3, blank), playOf(' ', 2, blank), playOf('Named', 1));
    expect(await entriesOf('artists')).toEqual([[nameId('Named'), 'Named', 1]]);
    expect(await figures.get('analytics/overview?period=week')).toMatchObject({ unique_tracks: 3, unique_albums: 1 });
    expect(await figures.get('tracks/top?period=week')).toMatchObject({ total: 3 });
  });

  it('are counted whole, though a hundred of them are kept', async () => {
    await figures.write(...Array.from({ length: 103 }, (_, index) => playOf(`Artist ${index}`, index + 1)));
    await figures.announce();
    for (const list of ['artists', 'albums', 'tracks']) {
      const { items, total } = await figures.get(`${list}/top?limit=100`);
      expect({ list, total, items: (items as unknown[]).length }).toEqual({ list, total: 103, items: 100 });
      expect(await figures.get(`${list}/top?limit=1`)).toMatchObject({ total: 103 });
    }
  });

  it('are those that the oracle counts, in every period, with whatever the catalogue knows of the tracks', async () => {
    const now = Date.now();
    const [history] = fc.sample(plainHistories, { seed: 20_261_126, numRuns: 1 });
    const rows = (history ?? []).map((row, index) => ({ ...row, playedAt: now - minutesBefore(index) * MINUTE }));
    const tracks = new Map(
      fc.sample(identities, { seed: 7, numRuns: TRACKS }).map((track, index) => [trackIdOf(index), track]),
    );
    const catalogue = new Map([...tracks].filter(([, { artist, album }]) => artist !== null || album !== null));
    await figures.write(
      ...rows.map((row): ReportedPlay => {
        return { ...row, trackName: row.name, artistName: row.artist, albumName: row.album };
      }),
    );
    await keep(
      ...Array.from(catalogue, ([platformId, { artist, album }]) => ({
        ...platformTrack(play(0, 0)),
        platformId,
        artists: artist === null ? [] : [{ platformId: artist.id, name: artist.name }],
        album: album && { platformId: album.id, name: album.name, imageUrl: '', releaseDate: '' },
      })),
    );
    await figures.announce();
    const state = {
      ...runOracle([], new Date()),
      rows: rows.map((row) => ({ ...row, source: 'api' as const, seen: {} })),
    };
    for (const period of PERIODS) {
      const { top10, top100, ...counted } = oracleOverview(state, 'UTC', period, new Date(), catalogue);
      const shown = await figures.get(`analytics/overview?period=${period}`);
      expect(shown).toMatchObject({ ...counted });
      for (const list of ['artists', 'albums', 'tracks'] as const) {
        const expected = top100[list].map(({ rank, name, play_count, total_ms }) => {
          // Where the plays of a period do not say it, the catalogue may.
          return { rank, name: name || (expect.any(String) as string), play_count, total_ms };
        });
        const { items, total } = await figures.get(`${list}/top?period=${period}&limit=100`);
        expect(items).toMatchObject(expected);
        expect(total).toBe(counted[`unique_${list}`]);
        const ids = top10[list].map(({ platform_id }) => platform_id || (expect.stringMatching(/^name:/) as string));
        expect((shown[`top_${list}`] as Entry[]).map(({ platform_id }) => platform_id)).toEqual(ids);
      }
    }
  });

  it.each(['week', 'month', 'quarter', 'year', 'all_time'])('have no trend of a %s without a play', async (period) => {
    expect(await figures.get(`analytics/trend?period=${period}`)).toMatchObject({ points: [] });
  });
});
