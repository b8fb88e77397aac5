import { quietInstant } from '../../support/heard-plays';
import { type Answer, type Feed, type Item, type Page, read, useSandbox } from './sandbox-client';
import { unzip } from './unzip';

const platform = useSandbox();

describe('what a listener played', () => {
  it('is shown newest first, with cursors that lead on', async () => {
    // Nothing is played between the looks.
    await platform.weather({ clock: { at: new Date(quietInstant(['nell'])).toISOString() } });
    const { access_token: access } = await platform.logIn('nell');
    const { body: all } = await platform.api<Feed>(access, '/me/player/recently-played?limit=50');
    const times = all.items.map(({ played_at: time }) => Date.parse(time));
    expect(times).toHaveLength(50);
    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect(times.some((time) => time % 1_000 !== 0)).toBe(true);

    const { body: newer } = await platform.api<Feed>(
      access,
      `/me/player/recently-played?limit=50&after=${String(times[9])}`,
    );
    expect(newer.items).toEqual(all.items.slice(0, 9));
    const { body: older } = await platform.api<Feed>(
      access,
      `/me/player/recently-played?limit=5&before=${String(times[9])}`,
    );
    expect(older.items).toEqual(all.items.slice(10, 15));
    const followed = await read<Feed>(
      await fetch(older.next ?? '', { headers: { authorization: `Bearer ${access}` } }),
    );
    expect(followed.body.items).toEqual(all.items.slice(15, 20));
    expect(older.cursors).toEqual({ after: String(times[10]), before: String(times[14]) });
  });

  it('grows as the clock moves, and can be made again', async () => {
    const { access_token: access } = await platform.logIn('tomas');
    const feedAt = async (at: string) => {
      await platform.weather({ clock: { at } });
      return (await platform.api<Feed>(access, '/me/player/recently-played?limit=50')).body.items;
    };
    const monday = await feedAt('2025-03-03T20:00:00Z');
    const tuesday = await feedAt('2025-03-04T20:00:00Z');
    expect(tuesday).not.toEqual(monday);
    expect(tuesday.every(({ played_at: time }) => time > '2025-03-03T20:00:00Z' && time < '2025-03-04T20:00:10Z')).toBe(
      true,
    );
    expect((await feedAt('2025-03-03T20:00:00Z')).slice(-40)).toEqual(monday.slice(-40));
  });

  it('is nothing for the listener who has never played anything', async () => {
    const { access_token: access } = await platform.logIn('blanca');
    expect((await platform.api<Feed>(access, '/me/player/recently-played')).body).toMatchObject({
      items: [],
      next: null,
      cursors: null,
    });
    expect((await platform.api<Page<Item>>(access, '/me/top/tracks')).body).toMatchObject({ items: [], total: 0 });
    expect((await platform.api<Page<Item>>(access, '/me/playlists')).body.items).toEqual([]);
  });

  it('comes in the export exactly as in the feed', async () => {
    const { access_token: access } = await platform.logIn('mira');
    await platform.weather({ clock: { at: '2025-05-05T13:37:00Z' } });
    const { body: feed } = await platform.api<Feed>(access, '/me/player/recently-played?limit=50');
    const archive = await fetch(`${platform.url}/sandbox/export?user=mira&plays=16500&format=extended&zip=1`);
    expect(archive.headers.get('content-disposition')).toContain('my_spotify_data.zip');
    const files = await unzip(Buffer.from(await archive.arrayBuffer()));
    expect(files.map(({ records }) => records.length)).toEqual([16_000, 500]);
    expect(files[0]?.name).toMatch(
      /^Spotify Extended Streaming History\/Streaming_History_Audio_20\d\d(-20\d\d)?_0\.json$/,
    );
    const newest = files[1]?.records ?? [];
    const exported = newest.map(({ ts, spotify_track_uri: uri }) => `${String(ts)} ${String(uri)}`);
    const heard = feed.items.map(({ played_at: time, track }) => `${time.slice(0, 19)}Z ${track.uri}`);
    expect(heard.filter((play) => !exported.includes(play))).toEqual([]);
    const json = await fetch(`${platform.url}/sandbox/export?user=mira&plays=500`);
    expect(await json.json()).toEqual(newest);
  });

  it('is refused as an export that makes no sense, in a sentence', async () => {
    for (const query of ['user=nobody', 'plays=0', 'plays=many', 'format=csv']) {
      const response = await read<{ message: string }>(await fetch(`${platform.url}/sandbox/export?${query}`));
      expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(/\.$/)]);
    }
  });
});

describe('what a listener keeps and likes', () => {
  it('has top lists of three ranges, in pages', async () => {
    const { access_token: access } = await platform.logIn('otto');
    const top = async (query: string) => (await platform.api<Page<Item>>(access, `/me/top/tracks?${query}`)).body;
    const [short, long] = [await top('time_range=short_term&limit=50'), await top('time_range=long_term&limit=50')];
    expect(short.items).toHaveLength(50);
    expect(short.items).not.toEqual(long.items);
    const second = await top('time_range=short_term&limit=10&offset=10');
    expect(second).toMatchObject({ limit: 10, offset: 10, total: short.total, items: short.items.slice(10, 20) });
    expect([second.next, second.previous].map((link) => new URL(link ?? '').searchParams.get('offset'))).toEqual([
      '20',
      '0',
    ]);
  });

  it('has playlists with a relinked track, a local file and a track that is gone', async () => {
    const { access_token: access } = await platform.logIn('mira');
    const { body: lists } = await platform.api<Page<Item>>(access, '/me/playlists');
    const path = `/playlists/${lists.items[0]?.id ?? ''}`;
    type Entry = { is_local: boolean; track: { id: string | null; linked_from?: Item } | null };
    const { body: entries } = await platform.api<Page<Entry>>(access, `${path}/tracks`);
    const [relinked, local, gone] = entries.items.slice(3, 6);
    expect(local).toMatchObject({ is_local: true, track: { id: null } });
    expect(gone?.track).toBeNull();
    const withdrawn = relinked?.track?.linked_from?.id ?? '';
    expect(withdrawn).not.toBe(relinked?.track?.id);
    expect((await platform.api<Item>(access, `/tracks/${withdrawn}`)).body.id).toBe(relinked?.track?.id);
    const { body: items } = await platform.api<Page<{ item: unknown }>>(access, `${path}/items?limit=2`);
    expect(items.items.map(({ item }) => item)).toEqual(entries.items.slice(0, 2).map(({ track }) => track));
  });

  it('has followed artists by cursor and saved albums by offset', async () => {
    const { access_token: access } = await platform.logIn('mira');
    type Followed = { artists: { total: number; cursors: { after: string | null }; items: Item[] } };
    const seen: string[] = [];
    let after: string | null = '';
    let total = 0;
    while (after !== null) {
      const answer: Answer<Followed> = await platform.api(
        access,
        `/me/following?type=artist&limit=20${after && `&after=${after}`}`,
      );
      seen.push(...answer.body.artists.items.map(({ id }) => id));
      ({ total } = answer.body.artists);
      ({ after } = answer.body.artists.cursors);
    }
    expect(total).toBeGreaterThan(20);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
    const albums = await platform.api<Page<{ added_at: string; album: Item }>>(access, '/me/albums?limit=50&offset=50');
    expect(albums.body.total).toBeGreaterThan(50);
    expect(albums.body.items).toHaveLength(Math.min(50, albums.body.total - 50));
  });
});
