import { type Item, type Page, useSandbox } from './sandbox-client';

const platform = useSandbox();

describe('the catalogue', () => {
  it('is read one by one and in batches, with null for what does not exist', async () => {
    const { access_token: access } = await platform.logIn('nell');
    const { body: top } = await platform.api<Page<Item>>(access, '/me/top/tracks?limit=49');
    const ids = top.items.map(({ id }) => id);
    const missing = 'a'.repeat(22);
    const { body: batch } = await platform.api<{ tracks: (Item | null)[] }>(
      access,
      `/tracks?ids=${[...ids, missing].join()}`,
    );
    expect(batch.tracks).toEqual([...top.items, null]);
    expect((await platform.api<Item>(access, `/tracks/${ids[0] ?? ''}`)).body).toEqual(top.items[0]);
    expect((await platform.api(access, `/tracks?ids=${[...ids, missing, missing].join()}`)).status).toBe(400);
    type Features = { id: string; tempo: number };
    const { body: features } = await platform.api<{ audio_features: (Features | null)[] }>(
      access,
      `/audio-features?ids=${ids.join()}`,
    );
    expect(features.audio_features.map((one) => one?.id)).toEqual(ids);
    expect((await platform.api<Features>(access, `/audio-features/${ids[0] ?? ''}`)).body).toEqual(
      features.audio_features[0],
    );
  });

  it('has albums with their tracks, and pictures', async () => {
    const { access_token: access } = await platform.logIn('nell');
    type Album = Item & { total_tracks: number; images: { url: string }[]; tracks: Page<Item> };
    const { body: releases } = await platform.api<{ albums: Page<Album> }>(access, '/browse/new-releases?limit=3');
    const { body: album } = await platform.api<Album>(access, `/albums/${releases.albums.items[0]?.id ?? ''}`);
    expect(album.tracks.items).toHaveLength(album.total_tracks);
    expect((await platform.api<Page<Item>>(access, `/albums/${album.id}/tracks`)).body.items).toEqual(
      album.tracks.items,
    );
    const picture = await fetch(album.images[0]?.url ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/);
  });

  it('can be searched by words and by fields', async () => {
    const { access_token: access } = await platform.logIn('mira');
    const search = async (query: string, type: string) =>
      (
        await platform.api<{ artists?: Page<Item>; tracks?: Page<Item> }>(
          access,
          `/search?${new URLSearchParams({ q: query, type }).toString()}`,
        )
      ).body;
    expect((await search('tostada', 'artist')).artists?.items[0]?.name).toBe('Señor Tostada y los Niños Eléctricos');
    const { body: top } = await platform.api<Page<Item & { artists: Item[] }>>(access, '/me/top/tracks?limit=1');
    const [track] = top.items;
    const found = await search(`track:"${track?.name ?? ''}" artist:"${track?.artists[0]?.name ?? ''}"`, 'track');
    expect(found.tracks?.items.map(({ id }) => id)).toContain(track?.id);
  });

  it('recommends within the bounds asked for, and never the seed itself', async () => {
    // A day on which Mira's favourite has enough calm tracks beside it.
    await platform.weather({ clock: { at: '2025-03-14T12:00:00Z' } });
    const { access_token: access } = await platform.logIn('mira');
    const { body: top } = await platform.api<Page<Item>>(access, '/me/top/tracks?limit=1');
    const seed = top.items[0]?.id ?? '';
    const { body } = await platform.api<{ tracks: Item[] }>(
      access,
      `/recommendations?seed_tracks=${seed}&max_energy=0.35&limit=10`,
    );
    expect(body.tracks).toHaveLength(10);
    const ids = body.tracks.map(({ id }) => id);
    expect(ids).not.toContain(seed);
    const { body: features } = await platform.api<{ audio_features: { energy: number }[] }>(
      access,
      `/audio-features?ids=${ids.join()}`,
    );
    expect(Math.max(...features.audio_features.map(({ energy }) => energy))).toBeLessThanOrEqual(0.35);
  });
});
