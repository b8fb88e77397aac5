import { type ErrorBody, type Item, type Page, useSandbox } from './sandbox-client';

const platform = useSandbox();

describe('the player', () => {
  interface Player {
    is_playing: boolean;
    item: Item;
    progress_ms: number;
    device: { id: string };
  }
  const aQuietMorning = { clock: { at: '2025-03-04T03:30:00Z' } };

  it('answers 204 while nothing plays, and obeys', async () => {
    const { access_token: access } = await platform.logIn('otto');
    await platform.weather(aQuietMorning);
    expect(await platform.api(access, '/me/player')).toMatchObject({ status: 204, body: null });
    const { body: top } = await platform.api<Page<Item>>(access, '/me/top/tracks?limit=3');
    const uris = top.items.map(({ uri }) => uri);
    expect((await platform.api(access, '/me/player/play', 'PUT', { uris, position_ms: 4_000 })).status).toBe(204);
    const { body: playing } = await platform.api<Player>(access, '/me/player');
    expect(playing).toMatchObject({ is_playing: true, item: { id: top.items[0]?.id } });
    expect(playing.progress_ms).toBeGreaterThanOrEqual(4_000);

    await platform.api(access, '/me/player/next', 'POST');
    await platform.api(access, '/me/player/pause', 'PUT');
    expect((await platform.api<Player>(access, '/me/player')).body).toMatchObject({
      is_playing: false,
      item: { id: top.items[1]?.id },
    });
    await platform.api(access, '/me/player/previous', 'POST');
    const { body: queue } = await platform.api<{ currently_playing: Item; queue: Item[] }>(access, '/me/player/queue');
    expect([queue.currently_playing, ...queue.queue].map(({ uri }) => uri)).toEqual(uris);
  });

  it('moves to another device, and knows no foreign one', async () => {
    const { access_token: access } = await platform.logIn('otto');
    type Devices = { devices: { id: string; is_active: boolean }[] };
    const { body: before } = await platform.api<Devices>(access, '/me/player/devices');
    const other = before.devices[1]?.id ?? '';
    expect((await platform.api(access, `/me/player/play?device_id=${other}`, 'PUT')).status).toBe(204);
    const { body: after } = await platform.api<Devices>(access, '/me/player/devices');
    expect(after.devices.filter((device) => device.is_active).map(({ id }) => id)).toEqual([other]);
    expect((await platform.api(access, '/me/player/play?device_id=elsewhere', 'PUT')).status).toBe(404);
  });

  it.each([
    ['ferris', 403, 'PREMIUM_REQUIRED'],
    ['blanca', 404, 'NO_ACTIVE_DEVICE'],
  ])('does not obey %s: %i %s', async (user, status, reason) => {
    const { access_token: access } = await platform.logIn(user);
    for (const [method, path] of [
      ['PUT', 'play'],
      ['PUT', 'pause'],
      ['POST', 'next'],
      ['POST', 'previous'],
    ] as const) {
      const answer = await platform.api<ErrorBody>(access, `/me/player/${path}`, method);
      expect([answer.status, answer.body.error.reason]).toEqual([status, reason]);
    }
  });
});
