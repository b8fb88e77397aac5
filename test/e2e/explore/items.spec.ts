import { DAY, isoDay, MINUTE, play, today, useFigures } from '../../support/figures-client';

const HOUR = 60 * MINUTE;
/** Noon of the day so many days ago. */
const ago = (days: number): number => today() - days * DAY + 12 * HOUR;
const nothing = { artist_id: '', artist_name: '', album_id: '', album_name: '' };
const id = (name: string): string => name.padEnd(22, 'x');

const figures = useFigures();
const get = (path: string) => figures.get(`explore/${path}`);
const call = (path: string, headers = {}) => figures.api.call(`/api/v1/explore/${path}`, { as: figures.user, headers });

/** The id of the first item of a kind that has a name. */
async function idOf(kind: string, name: string): Promise<string> {
  const { items } = await get(`discoveries?of=${kind}&limit=100`);
  return encodeURIComponent((items as { id: string; name: string }[]).find((item) => item.name === name)?.id ?? '');
}

/** Has the catalogue know a track. */
async function catalogueKnows(track: string, artist: string, album: string): Promise<void> {
  const common = { stub: false, lookup: null, same_as: null, fetched_at: new Date(), updated_at: new Date() };
  const reference = (name: string) => ({ platform_id: id(name), name });
  await figures.api.db.collection('tracks').insertOne({
    ...{ ...common, ...reference(track), artists: [reference(artist)] },
    ...{ album: { ...reference(album), image_url: `${album}.jpg`, release_date: '2001' } },
    ...{ duration_ms: 1_000, popularity: 3, explicit: false, external_url: '', audio_features: null },
  });
  const images = [{ url: `${artist}.jpg`, width: 1, height: 1 }];
  const kept = { ...common, name_key: artist.toLowerCase(), genres: ['rock'], images, popularity: 1, followers: 2 };
  await figures.api.db
    .collection('artists')
    .updateOne({ platform_id: id(artist) }, { $set: { ...kept, ...reference(artist) } }, { upsert: true });
  await figures.api.db.collection('albums').insertOne({
    ...{ ...common, ...reference(album), artists: [reference(artist)], images, name_key: album.toLowerCase() },
    ...{ artist_key: artist.toLowerCase(), album_type: 'single', release_date: '2001', total_tracks: 9 },
  });
}

describe('the page of an artist', () => {
  it('says everything about the plays', async () => {
    const context = { contextType: 'playlist', contextUri: 'spotify:playlist:1' };
    await figures.write(
      play(1, ago(40)),
      play(1, ago(3), context),
      play(1, ago(3) + 10 * MINUTE, { trackId: id('other'), trackName: 'Other', albumName: 'Another' }),
      play(1, ago(2)),
      play(2, ago(2) + 5 * MINUTE, { msPlayed: 900_000 }),
      play(2, ago(1), { msPlayed: 900_000 }),
    );
    const artist = await get(`artists/${await idOf('artists', 'Artist 1')}?period=month`);
    expect(artist).toMatchObject({
      ...{ name: 'Artist 1', ...nothing, image_url: '', play_count: 3, total_ms: 300_000 },
      ...{ rank: 1, rank_all_time: 1, share: 0.6, listening_days: 2, longest_streak_days: 2 },
      ...{ best_day: { date: isoDay(ago(3)), play_count: 2, total_ms: 200_000 } },
      first_played_at: new Date(ago(3)).toISOString(),
      last_played_at: new Date(ago(2)).toISOString(),
      first_ever_played_at: new Date(ago(40)).toISOString(),
      catalogue: { platform_id: artist.id, name: 'Artist 1', genres: [], followers: 0 },
      contexts: [{ context_type: 'playlist', context_uri: 'spotify:playlist:1', play_count: 1, total_ms: 100_000 }],
      ...{ before: [], after: [], merged: [] },
      top_tracks: [
        { rank: 1, name: 'Song 1', artist_name: 'Artist 1', album_name: 'Album 1', play_count: 2, total_ms: 200_000 },
        { rank: 2, name: 'Other', album_name: 'Another', play_count: 1 },
      ],
      top_albums: [
        { rank: 1, name: 'Album 1', artist_name: 'Artist 1', play_count: 2 },
        { rank: 2, name: 'Another', play_count: 1 },
      ],
    });
    const { series, clock } = artist as {
      series: { labels: string[]; play_count: number[] };
      clock: { play_count: number[][] };
    };
    expect(series).toMatchObject({ step: 'month' });
    expect(series.play_count.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(clock.play_count.flat().reduce((sum, count) => sum + count, 0)).toBe(3);
    const byTime = await get(`artists/${await idOf('artists', 'Artist 1')}?period=month&measure=ms&step=day`);
    expect(byTime).toMatchObject({ rank: 2, rank_all_time: 2, share: 0.1429, series: { step: 'day' } });
    expect((byTime.series as { labels: string[] }).labels).toHaveLength(30);
  });

  it('takes the earlier of two best days', async () => {
    await figures.write(play(1, ago(5)), play(1, ago(4)), play(1, ago(3), { msPlayed: 7 }));
    const artist = await idOf('artists', 'Artist 1');
    expect(await get(`artists/${artist}`)).toMatchObject({ best_day: { date: isoDay(ago(5)) } });
    expect(await get(`artists/${artist}?measure=ms&from=${isoDay(ago(4))}`)).toMatchObject({
      best_day: { date: isoDay(ago(4)), total_ms: 100_000 },
    });
  });

  it('is found by each id that its plays carry', async () => {
    await catalogueKnows('known', 'Band', 'Record');
    await figures.write(
      play(1, ago(3), { trackId: id('known'), trackName: 'known', artistName: 'Band', albumName: 'Record' }),
      play(2, ago(2), { trackId: id('unknown'), trackName: 'unknown', artistName: 'BAND', albumName: 'Record' }),
    );
    const page = await get(`artists/${id('Band')}`);
    expect(page).toMatchObject({ id: id('Band'), name: 'BAND', image_url: 'Band.jpg', play_count: 2 });
    expect(page.catalogue).toMatchObject({ platform_id: id('Band'), name: 'Band', genres: ['rock'], followers: 2 });
    const [merged] = page.merged as { id: string; name: string }[];
    expect(page.merged).toEqual([{ id: expect.stringMatching(/^name:/) as unknown, name: 'BAND' }]);
    expect(await get(`artists/${encodeURIComponent(merged?.id ?? '')}`)).toEqual(page);
    expect(await get(`albums/${id('Record')}`)).toMatchObject({
      ...{ id: id('Record'), name: 'Record', artist_id: id('Band'), artist_name: 'BAND', play_count: 2 },
      ...{ top_tracks: [{ name: 'known' }, { name: 'unknown' }], top_albums: [], merged: [{ name: 'Record' }] },
      catalogue: {
        ...{ platform_id: id('Record'), name: 'Record', artists: ['Band'], image_url: 'Band.jpg', total_tracks: 9 },
        ...{ release_date: '2001', type: 'single', external_url: '', id: expect.any(String) as unknown },
      },
    });
    expect(await get(`tracks/${id('known')}`)).toMatchObject({
      ...{ id: id('known'), album_id: id('Record'), image_url: 'Record.jpg', top_tracks: [], top_albums: [] },
      ...{ catalogue: { platform_id: id('known'), popularity: 3 }, merged: [], rank: 1 },
    });
  });

  it('is nothing but zeros and nulls of what the catalogue alone knows', async () => {
    await catalogueKnows('unplayed', 'Unplayed', 'Unheard');
    await figures.write(play(1, ago(0) - 12 * HOUR));
    const none = {
      ...{ play_count: 0, total_ms: 0, rank: null, rank_all_time: null, share: 0, first_played_at: null },
      ...{ last_played_at: null, first_ever_played_at: null, listening_days: 0, best_day: null },
      ...{ longest_streak_days: 0, top_tracks: [], top_albums: [], before: [], after: [], contexts: [], merged: [] },
    };
    const by = { artist_id: id('Unplayed'), artist_name: 'Unplayed' };
    expect(await get(`artists/${id('Unplayed')}`)).toMatchObject({
      ...{ ...none, ...nothing, id: id('Unplayed'), name: 'Unplayed', image_url: 'Unplayed.jpg' },
      ...{ catalogue: { followers: 2 }, series: { play_count: [0], total_ms: [0] } },
    });
    expect(await get(`albums/${id('Unheard')}`)).toMatchObject({ ...none, ...by, catalogue: { total_tracks: 9 } });
    expect(await get(`tracks/${id('unplayed')}`)).toMatchObject({ ...none, ...by, album_name: 'Unheard' });
  });

  it('keeps its rank of all time in a range without its plays', async () => {
    await figures.write(play(1, ago(40)), play(2, ago(2)));
    expect(await get(`artists/${await idOf('artists', 'Artist 1')}?period=week`)).toMatchObject({
      ...{ rank: null, rank_all_time: 1, play_count: 0, share: 0, first_played_at: null, best_day: null },
      first_ever_played_at: new Date(ago(40)).toISOString(),
    });
  });
});

describe('what is played beside an item', () => {
  it('is counted within sessions, against how often it is played at all', async () => {
    // Four sessions of songs 1, 2, 1, 1; one of song 2 alone; and one in which 2 comes too late after 1.
    await figures.write(
      ...[9, 8, 7, 6].flatMap((day) => [1, 2, 1, 1].map((song, index) => play(song, ago(day) + index * 5 * MINUTE))),
      ...[play(2, ago(5)), play(1, ago(4)), play(2, ago(4) + 22 * MINUTE)],
    );
    const track = await get('tracks/0000000000000000000001');
    // Directly before its 13 plays: nothing 5 times, song 2 four times, and itself four times.
    expect(track.before).toEqual([
      expect.objectContaining({ name: 'Song 2', count: 4, share: 0.5, chance: 0.3158, lift: 1.58 }),
    ]);
    expect(track.after).toEqual([
      expect.objectContaining({ name: 'Song 2', count: 4, share: 0.5, chance: 0.3158, lift: 1.58 }),
    ]);
    expect(await get('tracks/0000000000000000000002?from=' + isoDay(ago(8)))).toMatchObject({
      before: [{ name: 'Song 1', count: 3, share: 1 }],
      after: [{ name: 'Song 1', count: 3, share: 1 }],
    });
    // Two are too few.
    expect(await get(`tracks/0000000000000000000002?from=${isoDay(ago(7))}`)).toMatchObject({ before: [], after: [] });
    expect((await get(`artists/${await idOf('artists', 'Artist 2')}`)).before).toMatchObject([{ name: 'Artist 1' }]);
  });
});

describe('an item', () => {
  it.each(['artists', 'albums', 'tracks'])('of %s that nobody knows is not found', async (kind) => {
    await figures.write(play(1, ago(1), { artistName: '', albumName: ' ' }));
    for (const unknown of ['unknown', 'name:unknown', '%20', 'a%2Fb', '%00', "x'%22"]) {
      const { status } = await call(`${kind}/${unknown}`, { 'if-none-match': '*' });
      expect({ unknown, status }).toEqual({ unknown, status: 404 });
    }
  });

  it('is not looked for with a step that is too fine', async () => {
    await figures.write(play(1, ago(1)));
    const { status, body } = await call('tracks/0000000000000000000001?step=day&from=1970-01-01');
    expect({ status, body }).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'step'] }] } });
  });

  it('has a tag of its own while nothing changes', async () => {
    await figures.write(play(1, ago(1)), play(2, ago(1)));
    const [first, second] = [await call('tracks/0000000000000000000001'), await call('tracks/0000000000000000000002')];
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    expect(second.headers.get('etag')).not.toBe(tag);
    expect((await call('tracks/0000000000000000000001', { 'if-none-match': tag })).status).toBe(304);
    expect((await call('tracks/0000000000000000000001', { 'if-none-match': '*' })).status).toBe(304);
    expect((await call('tracks/0000000000000000000002', { 'if-none-match': tag })).status).toBe(200);
  });
});
