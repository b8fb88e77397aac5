import type { EpisodePlay } from '../../src/sandbox/listeners/listener.types';
import { Listening } from '../../src/sandbox/listeners/listening';
import { NAMED_LISTENERS } from '../../src/sandbox/listeners/roster';
import { DEFAULT_SEED } from '../../src/sandbox/world';
import { SANDBOX_CATALOGUE } from '../support/catalogue';
import { DEVICES, PAUSE, READS, TRACKS, URIS, usePlayerScene } from '../support/player';
import { describeProxying } from '../support/proxied-calls';

interface Devices {
  devices: { id: string; is_active: boolean; volume_percent: number }[];
}

/** The first episode of a podcast that Otto hears from a day on, counted from 1970. */
function episodeFrom(firstDay: number): EpisodePlay {
  const [, otto] = NAMED_LISTENERS;
  const listening = new Listening(DEFAULT_SEED, SANDBOX_CATALOGUE);
  for (let day = firstDay; otto !== undefined; day += 1) {
    const episode = listening.playsOfDay(otto, day).find((play): play is EpisodePlay => play.kind === 'episode');
    if (episode !== undefined) return episode;
  }
  throw new Error('There is no Otto');
}

describe('the player', () => {
  const scene = usePlayerScene();
  const [, otto] = NAMED_LISTENERS;

  describeProxying(scene, READS);

  describe('shows', () => {
    it('what plays, in the form of the contract', async () => {
      const [track] = TRACKS;
      await scene.play({ uris: URIS.slice(0, 3), device_id: otto?.devices[1]?.id });
      const playing = await scene.current();
      expect(playing).toEqual({
        is_playing: true,
        track_name: track?.name,
        artist_name: track?.artists[0]?.name,
        album_name: track?.album.name,
        album_image: `${scene.platform.url}/images/album/${track?.album.id}/640.svg`,
        track_id: track?.id,
        duration_ms: track?.durationMs,
        progress_ms: expect.any(Number) as number,
        device: 'Desk Computer',
        shuffle: false,
        repeat: 'off',
      });
      expect(Number.isInteger(playing.progress_ms)).toBe(true);
    });

    it('an episode of a podcast', async () => {
      const { episode, show, startedAt, device } = episodeFrom(20_000);
      await scene.platform.setWeather({ clock: { at: new Date(startedAt + 60_000).toISOString() } });
      const image = `${scene.platform.url}/images/show/${show.id}/640.svg`;
      const playing = await scene.current();
      expect(playing).toEqual({
        is_playing: true,
        track_name: episode.name,
        artist_name: 'Sandbox Radio',
        album_name: show.name,
        album_image: image,
        track_id: episode.id,
        duration_ms: episode.durationMs,
        progress_ms: expect.any(Number) as number,
        device: device.name,
        shuffle: false,
        repeat: 'off',
      });
      expect(playing.progress_ms).toBeGreaterThanOrEqual(60_000);
      expect(await scene.queue()).toEqual({
        currently_playing: {
          id: episode.id,
          name: episode.name,
          artist: 'Sandbox Radio',
          album: show.name,
          image,
          duration_ms: episode.durationMs,
        },
        queue: [],
      });
      const { devices } = await scene.get<Devices>(DEVICES.path);
      expect(devices.filter(({ is_active }) => is_active).map(({ id }) => id)).toEqual([device.id]);
    });

    it('that nothing plays', async () => {
      expect(await scene.current()).toEqual({ is_playing: false });
      expect(await scene.queue()).toEqual({ currently_playing: null, queue: [] });
    });

    it('a paused player as one that does not play', async () => {
      await scene.play({ uris: URIS.slice(0, 3) });
      await scene.call(PAUSE);
      expect(await scene.current()).toEqual({ is_playing: false });
      expect((await scene.queue()).currently_playing?.id).toBe(TRACKS[0]?.id);
    });

    it('the devices', async () => {
      await scene.play({ uris: URIS, device_id: otto?.devices[2]?.id });
      expect(await scene.get<Devices>(DEVICES.path)).toEqual({
        devices: otto?.devices.map(({ id, name, type, volumePercent }, index) => ({
          id,
          name,
          type,
          is_active: index === 2,
          volume_percent: volumePercent,
        })),
      });
    });

    it('no devices where there are none', async () => {
      expect((await scene.call(DEVICES, await scene.logIn('blanca'))).body).toEqual({ devices: [] });
    });

    it('a queue of 20 at most', async () => {
      await scene.play({ uris: URIS });
      const { currently_playing, queue: next } = await scene.queue();
      expect(currently_playing).toEqual({
        id: TRACKS[0]?.id,
        name: TRACKS[0]?.name,
        artist: TRACKS[0]?.artists[0]?.name,
        album: TRACKS[0]?.album.name,
        image: `${scene.platform.url}/images/album/${TRACKS[0]?.album.id}/640.svg`,
        duration_ms: TRACKS[0]?.durationMs,
      });
      expect(next.map(({ id }) => id)).toEqual(TRACKS.slice(1, 21).map(({ id }) => id));
      expect(Object.keys(next[0] ?? {})).toEqual(Object.keys(currently_playing ?? {}));
    });

    it('defaults for what the platform does not tell', async () => {
      await scene.play({ uris: URIS });
      const missing = ['name', 'artists', 'album', 'duration_ms', 'device', 'shuffle_state', 'repeat_state'];
      await scene.platform.setWeather({ missing_fields: [...missing, 'progress_ms', 'volume_percent', 'type', 'id'] });
      expect(await scene.current()).toEqual({
        is_playing: true,
        track_name: '',
        artist_name: '',
        album_name: '',
        album_image: '',
        track_id: '',
        duration_ms: 0,
        progress_ms: 0,
        device: '',
        shuffle: false,
        repeat: '',
      });
      const unknown = { id: '', name: '', artist: '', album: '', image: '', duration_ms: 0 };
      expect(await scene.queue()).toMatchObject({
        currently_playing: unknown,
        queue: expect.arrayContaining([unknown]) as [],
      });
      const { devices } = await scene.get<Devices>(DEVICES.path);
      expect(devices[1]).toEqual({ id: '', name: '', type: '', is_active: false, volume_percent: 0 });
      await scene.platform.setWeather({ missing_fields: ['is_playing', 'devices', 'queue', 'currently_playing'] });
      expect(await scene.current()).toEqual({ is_playing: false });
      expect(await scene.queue()).toEqual({ currently_playing: null, queue: [] });
      expect(await scene.get(DEVICES.path)).toEqual({ devices: [] });
    });
  });
});
