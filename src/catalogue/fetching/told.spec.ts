import { Types } from 'mongoose';
import { readAlbum } from '../../platform/answers/album';
import { readArtist } from '../../platform/answers/artist';
import { readTrack } from '../../platform/answers/track';
import type { Album } from '../album.schema';
import type { Artist } from '../artist.schema';
import type { Track } from '../track.schema';
import { isNews, listsOther, tellAlbum, tellArtist, tellTrack } from './told';
import { HOUR_MS } from '../../common/durations';

const NOW = new Date('2025-06-01T12:00:00Z');
const IMAGE = { url: 'https://i/1', height: 640, width: 640 };
const external_urls = { spotify: 'https://open/1' };

function read<T>(reader: (value: unknown) => T | null, value: unknown): T {
  const told = reader(value);
  if (told === null) throw new Error('The answer could not be read');
  return told;
}

const track = (change: object = {}) =>
  read(readTrack, {
    id: 'T',
    name: 'Cafe\u0301',
    artists: [{ id: 'A', name: 'Band' }],
    album: { id: 'L', name: 'Album', images: [IMAGE], release_date: '1999' },
    duration_ms: 210_000,
    disc_number: 2,
    track_number: 3,
    popularity: 40,
    explicit: true,
    external_urls,
    ...change,
  });
const artist = (change: object = {}) =>
  read(readArtist, {
    id: 'A',
    name: 'Band',
    genres: ['punk'],
    popularity: 50,
    followers: { total: 7 },
    images: [IMAGE],
    external_urls,
    ...change,
  });
const album = (change: object = {}) =>
  read(readAlbum, {
    id: 'L',
    name: 'Album',
    album_type: 'compilation',
    artists: [{ id: 'V', name: 'Various Artists' }],
    images: [IMAGE],
    release_date: '1999-04-01',
    total_tracks: 12,
    popularity: 30,
    external_urls,
    ...change,
  });
const GONE_2026 = { popularity: undefined, followers: undefined };

describe('a track', () => {
  it('is kept as it is told, its name in NFC', () => {
    expect(tellTrack(undefined, track(), NOW)).toMatchObject({
      name: 'Café',
      artists: [{ platform_id: 'A', name: 'Band' }],
      album: { platform_id: 'L', name: 'Album', image_url: 'https://i/1', release_date: '1999-01-01' },
      duration_ms: 210_000,
      disc_number: 2,
      track_number: 3,
      popularity: 40,
      explicit: true,
      external_url: 'https://open/1',
      stub: false,
      fetched_at: NOW,
      lookup: { due_at: new Date('2025-08-30T12:00:00Z') },
    });
  });

  it('keeps what the platform does not tell any more', () => {
    const known = tellTrack(undefined, track(), NOW) as Track;
    const unplaced = { disc_number: undefined, track_number: undefined };
    const bare = { ...GONE_2026, ...unplaced, external_urls: undefined, album: { id: 'L', name: 'Album' } };
    expect(tellTrack(known, track(bare), NOW)).toEqual(known);
    expect(tellTrack(known, track({ album: null }), NOW).album).toEqual(known.album);
  });

  it('has the defaults for what was never told', () => {
    const bare = { ...GONE_2026, external_urls: undefined, album: null, duration_ms: undefined };
    expect(tellTrack(undefined, track(bare), NOW)).toMatchObject({
      album: null,
      duration_ms: 0,
      popularity: 0,
      preview_url: null,
      external_url: '',
    });
  });

  it('follows what has changed', () => {
    const known = tellTrack(undefined, track(), NOW) as Track;
    const changed = tellTrack(known, track({ popularity: 3, name: 'New', explicit: false }), NOW);
    expect(changed).toMatchObject({ popularity: 3, name: 'New', explicit: false });
  });
});

describe('an artist', () => {
  it('keeps what the platform does not tell any more', () => {
    const known = tellArtist(undefined, artist(), NOW) as Artist;
    expect(known).toMatchObject({ name_key: 'band', genres: ['punk'], followers: 7, popularity: 50, stub: false });
    expect(tellArtist(known, artist({ ...GONE_2026, genres: [], images: [] }), NOW)).toEqual(known);
    expect(tellArtist(known, artist({ genres: ['folk'] }), NOW).genres).toEqual(['folk']);
  });
});

describe('an album', () => {
  it('is its primary artist\u2019s, and keeps what the platform does not tell any more', () => {
    const known = tellAlbum(undefined, album(), NOW) as Album;
    expect(known).toMatchObject({ name_key: 'album', artist_key: 'various artists', album_type: 'compilation' });
    expect(tellAlbum(known, album({ ...GONE_2026, images: [], artists: [] }), NOW)).toEqual(known);
  });

  const listed = (total_tracks: number, ...numbers: number[]) =>
    album({
      total_tracks,
      tracks: { items: numbers.map((track_number) => ({ id: `T${track_number}`, disc_number: 1, track_number })) },
    });
  const numbersOf = ({ tracks }: Pick<Album, 'tracks'>): number[] => tracks.map(({ track_number }) => track_number);

  it('has the tracks that have an id and a number', () => {
    const told = album({ tracks: { items: [{ id: 'T', name: 'One', track_number: 1 }, { id: 'U' }, null, {}] } });
    expect(tellAlbum(undefined, told, NOW).tracks).toEqual([
      { platform_id: 'T', name: 'One', disc_number: 0, track_number: 1, duration_ms: 0 },
    ]);
  });

  it('keeps the tracks that are told no more, unless it has become shorter', () => {
    const known = tellAlbum(undefined, listed(3, 1, 2, 3), NOW) as Album;
    expect(numbersOf(tellAlbum(known, listed(3, 1, 2), NOW))).toEqual([1, 2, 3]);
    expect(numbersOf(tellAlbum(known, listed(3), NOW))).toEqual([1, 2, 3]);
    expect(numbersOf(tellAlbum(known, listed(2, 1, 2), NOW))).toEqual([1, 2]);
    expect(numbersOf(tellAlbum(known, listed(5, 1, 2, 3, 4), NOW))).toEqual([1, 2, 3, 4]);
  });

  it('lists other tracks when it names some for the first time, or others', () => {
    const known = tellAlbum(undefined, listed(3, 1, 2, 3), NOW) as Album;
    expect(listsOther(undefined, tellAlbum(undefined, listed(3), NOW))).toBe(false);
    expect(listsOther(undefined, tellAlbum(undefined, listed(3, 1), NOW))).toBe(true);
    expect(listsOther(known, tellAlbum(known, listed(3, 1, 2, 3), NOW))).toBe(false);
    expect(listsOther(known, tellAlbum(known, listed(3, 1, 2, 4), NOW))).toBe(true);
  });
});

describe('what is told again', () => {
  const known = { ...tellTrack(undefined, track(), NOW), platform_id: 'T' };
  const again = (change: object, afterMs: number, before: object = {}): boolean => {
    const now = new Date(NOW.getTime() + afterMs);
    const former = { ...known, ...before } as Track;
    return isNews(former, tellTrack(former, track(change), now), now);
  };

  it('is no news on the same day', () => {
    expect(again({}, 23 * HOUR_MS)).toBe(false);
  });

  it.each([
    ['a day later', {}, 24 * HOUR_MS, {}],
    ['when it has changed', { popularity: 41 }, HOUR_MS, {}],
    ['when a file has told it before', {}, HOUR_MS, { stub: true }],
    ['when somebody has asked for it', {}, HOUR_MS, { lookup: { due_at: NOW, claim: new Types.ObjectId() } }],
  ])('is news %s', (_, change, afterMs, before) => {
    expect(again(change, afterMs, before)).toBe(true);
  });

  it('is news when nothing is known', () => {
    expect(isNews(undefined, known, NOW)).toBe(true);
  });
});
