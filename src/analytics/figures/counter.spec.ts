import fc from 'fast-check';
import { isPlatformId } from '../../catalogue/name-id';
import { histories } from '../testing/arbitraries';
import type { Play } from '../rollups/play';
import { type Counted, Counter } from './counter';
import { Identities, KnownItem, type TrackIdentity } from './identities';
import { Recordings } from './recordings';
import { secondsOf } from './seconds';

interface Named {
  id?: string;
  name?: string;
  artist?: string;
  album?: string;
  at?: number;
}

/** A play at a second of 2020. */
function play({ id = 't1', name = 'Song', artist = 'Ada', album = 'Hits', at = 0 }: Named): Play {
  const played_at = new Date(Date.UTC(2020, 0) + at * 1000);
  return { track: { platform_id: id, name, artist_name: artist, album_name: album }, played_at, ms_played: 1000 };
}

function recordingsOf(plays: readonly Play[]): Recordings {
  const recordings = new Recordings();
  for (const { track, played_at, ms_played } of plays) {
    const album = recordings.albumOf(track.artist_name, track.album_name);
    album.add(track.platform_id, track.name, secondsOf(played_at), 1, ms_played ?? 0);
  }
  return recordings;
}

/** What the catalogue says of tracks: id and name of the artist, and of the album. */
type Catalogue = Record<string, [artistId: string, artist: string, albumId?: string, album?: string]>;

function identitiesOf(catalogue: Catalogue): Identities {
  const tracks = Object.entries(catalogue).map(([trackId, [artistId, artist, albumId, album]]) => {
    const ofAlbum = albumId === undefined ? null : new KnownItem(albumId, album ?? '');
    return [trackId, { artist: new KnownItem(artistId, artist), album: ofAlbum }] as [string, TrackIdentity];
  });
  return new Identities(new Map(tracks));
}

function count(plays: readonly Play[], catalogue: Catalogue = {}): Counted {
  const counter = new Counter(identitiesOf(catalogue));
  counter.add(recordingsOf(plays));
  return counter.take();
}

function artistsIn({ artists }: Counted): [id: string, name: string, plays: number][] {
  return artists
    .map(({ id, name, plays }): [string, string, number] => [id, name, plays])
    .sort((a, b) => b[2] - a[2] || (a[0] + a[1] < b[0] + b[1] ? -1 : 1));
}

describe('Counter', () => {
  it('counts an artist once, under the newest of all spellings of the name', () => {
    const spellings = ['Ada Lo', 'ADA LO', ' Ada Lo ', '\ufeffAda Lo', 'ada lo', 'Ada\u200c Lo\u200b'];
    const plays = spellings.map((artist, at) => play({ id: `t${at}`, artist, at }));
    expect(artistsIn(count(plays))).toEqual([['', 'Ada\u200c Lo', 6]]);
    expect(artistsIn(count(plays.slice(0, 4)))).toEqual([['', 'Ada Lo', 4]]);
  });

  it('tells artists of one name apart by their ids, and joins neither with a play that is known by the name', () => {
    const plays = [play({ id: 't1', artist: 'ADA' }), play({ id: 't2' }), play({ id: 't2' }), play({ id: 't3' })];
    expect(artistsIn(count(plays, { t1: ['a1', 'ADA'], t2: ['a2', 'Ada'] }))).toEqual([
      ['a2', 'Ada', 2],
      ['', 'Ada', 1],
      ['a1', 'ADA', 1],
    ]);
  });

  it('counts a play that is known by the name for the only id of that name', () => {
    const plays = [
      play({ id: 't1' }),
      play({ id: 't2', artist: 'ADA', at: 1 }),
      play({ id: 'name:x', artist: 'ad\u200da' }),
    ];
    expect(artistsIn(count(plays, { t1: ['a1', 'Ada'] }))).toEqual([['a1', 'ADA', 3]]);
  });

  it('counts an artist who has another name now once, under the new one', () => {
    const plays = [play({ id: 't1', artist: 'Old', at: 1 }), play({ id: 't2', artist: 'New', at: 2 })];
    const catalogue: Catalogue = { t1: ['a1', 'Old'], t2: ['a1', 'New'] };
    expect(artistsIn(count(plays, catalogue))).toEqual([['a1', 'New', 2]]);
    // The play of an old name belongs to the one who has had it.
    expect(artistsIn(count([...plays, play({ id: 't3', artist: 'old' })], catalogue))).toEqual([['a1', 'New', 3]]);
  });

  it('takes the artist of the track, where plays name the artist of the album', () => {
    const ofFile = play({ id: 't1', artist: 'Various Artists', at: 2 });
    const catalogue: Catalogue = { t1: ['a1', 'Ada', 'b1', 'Hits'], t2: ['a2', 'Bo', 'b1', 'Hits'] };
    expect(artistsIn(count([ofFile], catalogue))).toEqual([['a1', 'Ada', 1]]);
    expect(artistsIn(count([ofFile, play({ id: 't1', artist: 'ADA' })], catalogue))).toEqual([['a1', 'ADA', 2]]);
    const compilation = count([ofFile, play({ id: 't2', artist: 'Various Artists' })], catalogue);
    expect(artistsIn(compilation)).toEqual([
      ['a1', 'Ada', 1],
      ['a2', 'Bo', 1],
    ]);
    expect(compilation.topAlbums).toMatchObject([{ id: 'b1', name: 'Hits', plays: 2 }]);
  });

  it('counts albums by id, else by their names and artists', () => {
    const catalogue: Catalogue = { t1: ['a1', 'Ada', 'b1', 'Hits'], t2: ['a2', 'Bo', 'b2', 'Hits'] };
    const plays = [
      play({ id: 't1', at: 1 }),
      play({ id: 't2', artist: 'Bo' }),
      play({ id: 't3', album: ' HITS', at: 3 }),
      play({ id: 't4', artist: 'Cy' }),
      play({ id: 't5', artist: 'CY', album: 'hits\u200b', at: 5 }),
    ];
    const { albums, topAlbums } = count(plays, catalogue);
    expect(albums).toBe(3);
    expect(topAlbums.map(({ id, name, artist, plays: of }) => [id, name, artist, of])).toEqual([
      ['b1', 'HITS', 'Ada', 2],
      ['', 'hits', 'CY', 2],
      ['b2', 'Hits', 'Bo', 1],
    ]);
  });

  it('counts no blank artist and no blank album, and a track by its id whatever its name', () => {
    const plays = [
      play({ id: 't1', name: '', artist: '', album: '' }),
      play({ id: 't2', name: ' ', artist: '\u200b', album: '\ufeff' }),
      play({ id: 't3', name: '', at: 9 }),
      play({ id: 't3', name: 'Song', at: 1 }),
    ];
    const counted = count(plays);
    expect(artistsIn(counted)).toEqual([['', 'Ada', 2]]);
    expect(counted.albums).toBe(1);
    expect(counted.trackIds).toHaveLength(3);
    expect(counted.topTracks.map(({ key, name }) => [key, name])).toEqual([
      ['t3', 'Song'],
      ['t1', ''],
      ['t2', ''],
    ]);
  });

  it('shows what the catalogue calls the artist and album of plays without these names', () => {
    const counted = count([play({ artist: '', album: '' })], { t1: ['a1', 'Ada', 'b1', 'Hits'] });
    expect(artistsIn(counted)).toEqual([['a1', 'Ada', 1]]);
    expect(counted.topAlbums).toMatchObject([{ id: 'b1', name: 'Hits', artist: 'Ada' }]);
  });

  describe('of any history', () => {
    const ids = fc.constantFrom('a1', 'a2', 'a3');
    const names = fc.constantFrom('Ada', 'ADA', 'Björk', 'a\nb');
    const catalogues: fc.Arbitrary<Catalogue> = fc.dictionary(
      fc.integer({ min: 1, max: 9 }).map((number) => `track-${number}`),
      fc.tuple(ids, names, ids, names),
    );

    /** The rule, written down play by play. */
    function plainCount(history: readonly Play[], catalogue: Catalogue): Record<string, number> {
      const fold = (name: string): string =>
        name
          .normalize('NFC')
          .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
          .trim()
          .toLowerCase();
      const known = new Map<string, Set<string>>();
      for (const { track } of history) {
        const [id, name] = catalogue[track.platform_id] ?? [];
        if (id !== undefined && name !== undefined) known.set(fold(name), (known.get(fold(name)) ?? new Set()).add(id));
      }
      const counts: Record<string, number> = {};
      for (const { track } of history) {
        const key = fold(track.artist_name);
        const ofName = [...(known.get(key) ?? [])];
        const [own] = catalogue[track.platform_id] ?? [];
        const artist = own ?? (ofName.length === 1 && key !== '' ? ofName[0] : `named ${key}`) ?? '';
        if (artist !== 'named ') counts[artist] = (counts[artist] ?? 0) + 1;
      }
      return counts;
    }

    it('counts the artists that the rule gives play by play', () => {
      fc.assert(
        fc.property(histories, catalogues, (history, catalogue) => {
          const played = new Set(history.map(({ track }) => track.platform_id));
          const ofPlayed = Object.fromEntries(Object.entries(catalogue).filter(([id]) => played.has(id)));
          const { artists } = count(history, ofPlayed);
          const counts = Object.values(plainCount(history, ofPlayed)).sort((a, b) => a - b);
          expect(artists.map(({ plays }) => plays).sort((a, b) => a - b)).toEqual(counts);
          const withId = artists.map(({ id }) => id).filter(isPlatformId);
          expect(new Set(withId).size).toBe(withId.length);
        }),
      );
    });

    it('counts the same in one piece and in two, whichever comes first', () => {
      fc.assert(
        fc.property(histories, catalogues, fc.nat(120), (history, catalogue, at) => {
          const counter = new Counter(identitiesOf(catalogue));
          for (const part of [history.slice(at), history.slice(0, at)]) counter.add(recordingsOf(part));
          const [parts, whole] = [counter.take(), count(history, catalogue)];
          expect(parts.topTracks).toEqual(whole.topTracks);
          expect(parts.topAlbums).toEqual(whole.topAlbums);
          expect(artistsIn(parts)).toEqual(artistsIn(whole));
        }),
      );
    });
  });
});
