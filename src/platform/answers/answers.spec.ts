import fc from 'fast-check';
import { PlatformAnswerUnexpected } from '../platform.errors';
import { readAlbum } from './album';
import { readArtist } from './artist';
import { readAudioFeatures } from './audio-features';
import { readPage } from './page';
import { readRecentlyPlayed } from './play';
import { readPlaylist, readPlaylistEntry } from './playlist';
import { readTrack } from './track';

const TRACK = {
  id: 't1',
  type: 'track',
  name: 'Song',
  artists: [
    { id: 'a1', name: 'Ann' },
    { id: 'a2', name: 'Bo' },
  ],
  album: { id: 'b1', name: 'Album', images: [{ url: 'https://img.example/640' }], release_date: '1999-05' },
  duration_ms: 200_000,
  disc_number: 2,
  track_number: 3,
  popularity: 42,
  explicit: true,
  preview_url: 'https://clip.example',
  external_urls: { spotify: 'https://open.example/track/t1' },
  linked_from: { id: 't0' },
};

const FEATURES = {
  id: 't1',
  danceability: 0.1,
  energy: 0.2,
  speechiness: 0.3,
  acousticness: 0.4,
  instrumentalness: 0.5,
  liveness: 0.6,
  valence: 0.7,
  tempo: 120.5,
  key: 3,
  loudness: -7.5,
  mode: 1,
  duration_ms: 200_000,
  time_signature: 4,
};

describe('a track', () => {
  it('is read whole', () => {
    expect(readTrack(TRACK)).toEqual({
      platformId: 't1',
      linkedFromId: 't0',
      name: 'Song',
      artists: [
        { platformId: 'a1', name: 'Ann' },
        { platformId: 'a2', name: 'Bo' },
      ],
      album: { platformId: 'b1', name: 'Album', imageUrl: 'https://img.example/640', releaseDate: '1999-05-01' },
      durationMs: 200_000,
      discNumber: 2,
      trackNumber: 3,
      popularity: 42,
      explicit: true,
      previewUrl: 'https://clip.example',
      externalUrl: 'https://open.example/track/t1',
    });
  });

  it('has defaults for everything but its id', () => {
    expect(readTrack({ id: 't1' })).toEqual({
      platformId: 't1',
      linkedFromId: null,
      name: '',
      artists: [],
      album: null,
      durationMs: 0,
      discNumber: 0,
      trackNumber: 0,
      popularity: 0,
      explicit: false,
      previewUrl: null,
      externalUrl: '',
    });
  });

  it.each([
    ['a local file', { ...TRACK, id: null, is_local: true }],
    ['an episode', { ...TRACK, type: 'episode' }],
    ['nothing', null],
    ['a text', 't1'],
  ])('is not %s', (_, value) => {
    expect(readTrack(value)).toBeNull();
  });

  it.each([
    ['1999-05-31', '1999-05-31'],
    ['1999-05', '1999-05-01'],
    ['1999', '1999-01-01'],
    ['0000', ''],
    ['soon', ''],
    [undefined, ''],
  ])('released %s is released %s', (release_date, expected) => {
    expect(readTrack({ ...TRACK, album: { release_date } })?.album?.releaseDate).toBe(expected);
  });
});

describe('audio features', () => {
  it('are read whole', () => {
    expect(readAudioFeatures(FEATURES)).toMatchObject({
      platformId: 't1',
      danceability: 0.1,
      tempo: 120.5,
      durationMs: 200_000,
      timeSignature: 4,
    });
  });

  it.each(['danceability', 'valence', 'tempo', 'id'])('without %s are of no use', (field) => {
    expect(readAudioFeatures({ ...FEATURES, [field]: undefined })).toBeNull();
  });
});

describe('an artist', () => {
  it('has 0 for what the platform tells only some apps', () => {
    const { popularity, followers, genres } =
      readArtist({ id: 'a1', name: 'Ann', genres: ['pop', 5, null], images: [{}, { url: 'u', width: 64 }] }) ?? {};
    expect({ popularity, followers, genres }).toEqual({ popularity: 0, followers: 0, genres: ['pop'] });
  });

  it('keeps pictures that have an address', () => {
    const images = [null, { height: 640 }, { url: 'u', height: 64, width: null }];
    expect(readArtist({ id: 'a1', images })?.images).toEqual([{ url: 'u', height: 64, width: null }]);
  });

  it('has whole numbers where the platform tells others', () => {
    const images = [{ url: 'u', height: 64.5, width: 1e300 }];
    expect(readArtist({ id: 'a1', images, popularity: 1.5, followers: { total: 1e300 } })).toMatchObject({
      images: [{ url: 'u', height: null, width: null }],
      popularity: 2,
      followers: Number.MAX_SAFE_INTEGER,
    });
  });
});

describe('the recently-played feed', () => {
  const played_at = '2024-05-01T12:00:00.123Z';

  it('is read with where each play came from', () => {
    const context = { type: 'album', uri: 'spotify:album:b1' };
    expect(readRecentlyPlayed({ items: [{ track: TRACK, played_at, context }] })).toEqual({
      plays: [
        {
          track: readTrack(TRACK),
          playedAt: new Date(played_at),
          contextType: 'album',
          contextUri: 'spotify:album:b1',
        },
      ],
      received: 1,
      skipped: 0,
    });
  });

  it('counts what is no play of a track with an id and a time, and keeps the others', () => {
    const good = { track: TRACK, played_at, context: null };
    const odd = [
      null,
      {},
      { played_at },
      { track: TRACK },
      { track: TRACK, played_at: 'now' },
      { track: TRACK, played_at: '5' },
      { track: TRACK, played_at: '+275760-09-13T00:00:00Z' },
      { track: TRACK, played_at: '-000001-01-01T00:00:00Z' },
      { track: { id: null }, played_at },
    ];
    const { plays, received, skipped } = readRecentlyPlayed({ items: [...odd, good] });
    expect({ plays: plays.length, received, skipped }).toEqual({ plays: 1, received: 10, skipped: 9 });
  });

  it.each([null, 'text', []])('that is %j is refused', (body) => {
    expect(() => readRecentlyPlayed(body)).toThrow(PlatformAnswerUnexpected);
  });

  it('without a list has no plays', () => {
    expect(readRecentlyPlayed({})).toEqual({ plays: [], received: 0, skipped: 0 });
  });
});

describe('a playlist', () => {
  const list = { id: 'p1', name: 'Mix', owner: { id: 'mira', display_name: 'Mira' }, public: null };

  it.each([['tracks'], ['items']])('counts its entries under %s', (part) => {
    expect(readPlaylist({ ...list, [part]: { total: 7 } })).toMatchObject({
      ownerId: 'mira',
      ownerName: 'Mira',
      public: true,
      collaborative: false,
      totalTracks: 7,
    });
  });

  it.each([['track'], ['item']])('has entries with their track under %s', (field) => {
    const entry = readPlaylistEntry({ added_at: '2024-05-01T12:00:00Z', [field]: TRACK });
    expect(entry).toEqual({ addedAt: new Date('2024-05-01T12:00:00Z'), track: readTrack(TRACK) });
  });

  it.each([[{ added_at: 'x' }], [{ track: null }], [{ item: { id: null } }], [null]])('skips the entry %j', (entry) => {
    expect(readPlaylistEntry(entry)).toBeNull();
  });
});

describe('a page', () => {
  const at = (offset: number) => ({ offset, limit: 2 });
  const items = [{ id: 'a1' }, { id: 'a2' }];

  it.each([
    ['the next page by its link', { items, total: 9, next: 'https://…' }, 0, 2],
    ['the next page by its total', { items, total: 9 }, 4, 6],
    ['no next page at the end', { items, total: 6, next: null }, 4, null],
    ['no next page without a total', { items }, 0, null],
    ['no next page after an empty one, whatever it says', { items: [], total: 9, next: 'https://…' }, 4, null],
  ])('knows %s', (_, body, offset, nextOffset) => {
    expect(readPage(body, at(offset), readArtist).nextOffset).toBe(nextOffset);
  });

  it('counts odd entries, and steps over them', () => {
    const body = { items: [{ id: 'a1' }, null], total: 5, next: 'https://…' };
    expect(readPage(body, at(0), readArtist)).toMatchObject({
      items: [{ platformId: 'a1' }],
      skipped: 1,
      nextOffset: 2,
    });
  });
});

describe('what-hurts 19: whatever the platform answers', () => {
  const read = (body: unknown): unknown[] => [
    readTrack(body),
    readAlbum(body),
    readArtist(body),
    readAudioFeatures(body),
    readPlaylist(body),
    readPlaylistEntry({ item: body, added_at: body }),
    readRecentlyPlayed({ items: [{ track: body, played_at: '2024-05-01T12:00:00Z', context: body }] }),
    readPage({ items: [body], total: body, next: body }, { offset: 0, limit: 1 }, readTrack),
  ];
  const hasHole = (value: unknown): boolean =>
    value === undefined ||
    (typeof value === 'number' && Number.isNaN(value)) ||
    (typeof value === 'object' && value !== null && !(value instanceof Date) && Object.values(value).some(hasHole));

  it('no field is undefined or not a number, and nothing is thrown', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, [], {}, '', -1, 1e300, true));
    const body = fc.record(
      Object.fromEntries(
        Object.keys({ ...TRACK, ...FEATURES, images: 0, owner: 0, tracks: 0, followers: 0 }).map((name) => [name, odd]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, fc.boolean(), (fields, hasId) => {
        const value = hasId ? { ...fields, id: 't1', type: 'track' } : fields;
        expect(read(value).some(hasHole)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
