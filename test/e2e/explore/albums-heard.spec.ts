import { MINUTE, useHandmadeHistory } from '../../support/explore/handmade-history';

interface AlbumsHeard {
  items: Record<string, unknown>[];
  abandoned: Record<string, unknown>[];
  total: number;
  albums_without_order: number;
}

const START = Date.parse('2024-05-01T12:00:00Z');
const TRACK_MS = 200_000;

const idOf = (kind: string, number: number): string => `${kind}${String(number).padStart(16, '0')}`;
const trackIdOf = (number: number): string => String(number).padStart(22, '0');
const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();

describe('albums that were heard', () => {
  const history = useHandmadeHistory();
  let albums = 0;

  /** An album of which the catalogue knows so many tracks. @returns the number of the history's track by that of the album's */
  async function albumOf(tracks: number, total = tracks): Promise<(track: number) => number> {
    albums += 1;
    const album = albums;
    const common = { stub: false, lookup: null, same_as: null, fetched_at: new Date(), updated_at: new Date() };
    const platform_id = idOf('album', album);
    const reference = { platform_id, name: `Album ${album}` };
    const artists = [{ platform_id: idOf('artist', album), name: `Artist ${album}` }];
    const numbers = Array.from({ length: tracks }, (_, index) => index + 1);
    const numberOf = (track: number): number => album * 100 + track;
    await history.api.db.collection('albums').insertOne({
      ...common,
      ...reference,
      ...{ artists, images: [{ url: 'cover.jpg', height: null, width: null }], genres: [], total_tracks: total },
      tracks: numbers.map((track) => ({
        ...{ platform_id: trackIdOf(numberOf(track)), name: `Track ${track}` },
        ...{ disc_number: 1, track_number: track, duration_ms: TRACK_MS },
      })),
    });
    await history.api.db.collection('tracks').insertMany(
      numbers.map((track) => ({
        ...common,
        platform_id: trackIdOf(numberOf(track)),
        name: `Track ${track}`,
        artists,
        album: { ...reference, image_url: '', release_date: '' },
        duration_ms: TRACK_MS,
      })),
    );
    return numberOf;
  }

  /** Plays that end minute by minute. */
  const played = (from: number, tracks: number[], ms = TRACK_MS) =>
    tracks.map((track, index) => ({ at: START + (from + index) * MINUTE, track, ms }));
  const heard = (query = ''): Promise<AlbumsHeard> => history.get<AlbumsHeard>(`albums-heard${query}`);

  it('of nobody are none', async () => {
    expect(await heard()).toMatchObject({
      ...{ items: [], total: 0, limit: 50, offset: 0 },
      ...{ abandoned: [], albums_without_order: 0 },
    });
  });

  it('were played from the first track to the last, in a session', async () => {
    const track = await albumOf(3);
    const whole = [1, 2, 3].map(track);
    await history.store(...played(0, whole), ...played(100, whole), ...played(200, whole.slice(0, 2)));
    // The third time it was paused for too long before the last track.
    await history.store(...played(260, whole.slice(2)));
    const { items, total, abandoned } = await heard();
    expect(items).toEqual([
      {
        rank: 1,
        id: idOf('album', albums),
        // As the newest play calls it.
        name: `Album ${track(3)}`,
        artist_id: idOf('artist', albums),
        artist_name: `Artist ${albums}`,
        album_id: '',
        album_name: '',
        image_url: 'cover.jpg',
        heard_count: 2,
        last_heard_at: at(102),
        track_count: 3,
      },
    ]);
    expect([total, abandoned]).toEqual([1, []]);
  });

  it('may be interrupted by others, by repeats and by tracks that were skipped', async () => {
    const [one, other] = [await albumOf(3), await albumOf(3)];
    await history.store(
      ...played(0, [one(1), other(1), one(1), one(2)]),
      ...played(4, [one(1), other(2)], TRACK_MS / 2 - 1),
      ...played(6, [one(3)], TRACK_MS / 2),
    );
    const { items } = await heard();
    expect(items).toMatchObject([{ id: idOf('album', albums - 1), heard_count: 1, last_heard_at: at(6) }]);
  });

  it('were not heard where a track is left out, or in another order', async () => {
    const track = await albumOf(4);
    await history.store(
      ...played(0, [1, 2, 4].map(track)),
      ...played(100, [4, 3, 2, 1].map(track)),
      ...played(200, [2, 3, 4].map(track)),
      ...played(300, [1, 2, 1, 3, 4].map(track)),
    );
    expect(await heard()).toMatchObject({ items: [], total: 0, abandoned: [], albums_without_order: 0 });
  });

  it('are not judged if not all of their tracks are known, or if they have only two', async () => {
    const [unknown, short] = [await albumOf(3, 4), await albumOf(2)];
    await history.store(...played(0, [1, 2, 3].map(unknown)), ...played(100, [1, 2].map(short)));
    await history.store({ at: START + 200 * MINUTE, track: 99 });
    expect(await heard()).toMatchObject({ items: [], total: 0, abandoned: [], albums_without_order: 3 });
  });

  it('go by how often they were heard, then newest first, page by page', async () => {
    const [twice, older, newer] = [await albumOf(3), await albumOf(3), await albumOf(3)];
    const ids = [2, 1, 0].map((before) => idOf('album', albums - before));
    await history.store(
      ...[0, 100].flatMap((from) => played(from, [1, 2, 3].map(twice))),
      ...played(200, [1, 2, 3].map(older)),
      ...played(300, [1, 2, 3].map(newer)),
    );
    const all = await heard();
    expect(all.items.map(({ rank, id }) => [rank, id])).toEqual([
      [1, ids[0]],
      [2, ids[2]],
      [3, ids[1]],
    ]);
    expect(await heard('?limit=1&offset=1')).toMatchObject({ items: [{ rank: 2, id: ids[2] }], total: 3 });
    expect(await heard('?offset=3')).toMatchObject({ items: [], total: 3, offset: 3 });
  });

  it('and those that were begun three times and never heard whole are abandoned', async () => {
    const [abandoned, begunTwice] = [await albumOf(5), await albumOf(5)];
    await history.store(
      ...played(0, [1, 2, 3, 4].map(abandoned)),
      ...played(100, [1, 2].map(abandoned)),
      ...played(200, [1, 2, 3, 4].map(abandoned)),
      ...played(300, [1, 2, 5].map(abandoned)),
      // The first track alone is no start.
      ...played(400, [1].map(abandoned)),
      ...[500, 600].flatMap((from) => played(from, [1, 2].map(begunTwice))),
    );
    const body = await heard();
    expect(body).toMatchObject({ items: [], total: 0 });
    expect(body.abandoned).toMatchObject([
      {
        id: idOf('album', albums - 1),
        start_count: 4,
        // As often as after 4, but earlier.
        stopped_after: 2,
        stopped_track_name: 'Track 2',
        last_started_at: at(300),
      },
    ]);
    // Past the end of the one list the other one is the same.
    expect(await heard('?offset=100')).toMatchObject({ items: [], abandoned: body.abandoned });
  });

  it('refuse what is out of bounds', async () => {
    expect(await history.problemsOf('albums-heard?limit=101&offset=-1')).toEqual([
      'query limit less_than_equal',
      'query offset greater_than_equal',
    ]);
  });
});
