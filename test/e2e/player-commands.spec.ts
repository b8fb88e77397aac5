import { SANDBOX_CATALOGUE } from '../support/catalogue';
import { COMMANDS, NEXT, PAUSE, PLAY, PREVIOUS, READS, TRACKS, URIS, usePlayerScene } from '../support/player';
import { describeProxying } from '../support/proxied-calls';

describe('the player', () => {
  const scene = usePlayerScene();
  const album = SANDBOX_CATALOGUE.albums.find(({ tracks }) => tracks.length >= 8);

  describeProxying(scene, COMMANDS);

  describe('obeys', () => {
    it('with the statuses of the contract', async () => {
      expect(await scene.play({ uris: URIS.slice(0, 3) })).toMatchObject({
        status: 200,
        body: { status: 'playing' },
      });
      expect(await scene.call(NEXT)).toMatchObject({ status: 200, body: { status: 'skipped' } });
      expect((await scene.current()).track_id).toBe(TRACKS[1]?.id);
      expect(await scene.call(PREVIOUS)).toMatchObject({ status: 200, body: { status: 'skipped_back' } });
      expect((await scene.current()).track_id).toBe(TRACKS[0]?.id);
      expect(await scene.call(PAUSE)).toMatchObject({ status: 200, body: { status: 'paused' } });
      expect(await scene.current()).toEqual({ is_playing: false });
    });

    it('a context', async () => {
      await scene.play({ context_uri: `spotify:album:${album?.id}` });
      const { currently_playing, queue: next } = await scene.queue();
      expect([currently_playing, ...next].map((item) => item?.id)).toEqual(
        album?.tracks.slice(0, 21).map(({ id }) => id),
      );
    });

    it.each([
      ['no body', {}],
      ['an empty body of JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
      ['an empty object', { json: {} }],
      ['nothing but null', { json: { context_uri: null, uris: null, device_id: null } }],
      ['fields that are not known', { json: { volume: 11 } }],
      ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'uris=1' }],
    ])(
      '%s, which goes on with what was paused',
      async (_, request: { headers?: object; body?: string; json?: unknown }) => {
        await scene.play({ uris: URIS.slice(0, 3) });
        await scene.call(PAUSE);
        const headers = { ...scene.otto, ...request.headers };
        const { status, body } = await scene.api.call(PLAY.path, { ...request, method: 'POST', headers });
        expect([status, body]).toEqual([200, { status: 'playing' }]);
        expect(await scene.current()).toMatchObject({ is_playing: true, track_id: TRACKS[0]?.id });
      },
    );

    it.each([PAUSE, NEXT, PREVIOUS])('$path with an empty body of JSON', async ({ path }) => {
      await scene.play({ uris: URIS.slice(0, 3) });
      const headers = { ...scene.otto, 'content-type': 'application/json' };
      expect((await scene.api.call(path, { method: 'POST', headers, body: '' })).status).toBe(200);
    });

    it('once: a command that failed is not sent again', async () => {
      await scene.platform.setWeather({ errors: [{ path: '/v1/me/player/*', status: 503, times: 1 }] });
      const since = Date.now();
      expect((await scene.call(NEXT)).status).toBe(502);
      expect(await scene.platform.requestsSince(since)).toHaveLength(1);
    });
  });

  describe('refuses', () => {
    it.each([
      [{ context_uri: 5 }, 'context_uri', 'string_type'],
      [{ uris: 'spotify:track:1' }, 'uris', 'list_type'],
      [{ uris: 5 }, 'uris', 'list_type'],
      [{ uris: [5] }, 'uris', 'string_type'],
      [{ device_id: {} }, 'device_id', 'string_type'],
    ])('to play %j', async (json, field, type) => {
      const { status, body } = await scene.play(json);
      expect([status, body.detail]).toEqual([422, [{ loc: ['body', field], msg: expect.any(String) as string, type }]]);
    });

    it.each([
      ['{', 'json_invalid'],
      ['[]', 'model_attributes_type'],
    ])('the body %s', async (body, type) => {
      const headers = { ...scene.otto, 'content-type': 'application/json' };
      const answer = await scene.api.call(PLAY.path, { method: 'POST', headers, body });
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        [{ loc: ['body'], msg: expect.any(String) as string, type }],
      ]);
    });

    it('commands without premium, and shows the player all the same', async () => {
      const ferris = await scene.logIn('ferris');
      for (const command of COMMANDS) {
        const { status, body } = await scene.call(command, ferris);
        expect([status, body.detail]).toEqual([
          403,
          'The platform refuses this: PREMIUM_REQUIRED. It needs a premium account of the platform.',
        ]);
      }
      for (const read of READS) expect((await scene.call(read, ferris)).status).toBe(200);
    });

    it('commands without an active device', async () => {
      const blanca = await scene.logIn('blanca');
      for (const command of COMMANDS) {
        const { status, body } = await scene.call(command, blanca);
        expect([status, body.detail]).toEqual([
          404,
          expect.stringMatching(/^No device is active\. Open the player/) as string,
        ]);
      }
    });

    it('what the platform does not have, or does not understand', async () => {
      expect(await scene.play({ device_id: 'elsewhere' })).toMatchObject({
        status: 404,
        body: { detail: 'The platform has not found this: Device not found' },
      });
      expect(await scene.play({ context_uri: `spotify:album:${'a'.repeat(22)}` })).toMatchObject({
        status: 404,
        body: { detail: 'The platform has not found this: Context not found' },
      });
      expect(await scene.play({ uris: ['not a track'] })).toMatchObject({
        status: 502,
        body: { detail: 'The platform does not accept this request: Invalid track uri. Check what it names.' },
      });
    });

    it.each([
      [READS, 'user-modify-playback-state user-read-currently-playing'],
      [COMMANDS, 'user-read-playback-state user-read-currently-playing'],
    ])('calls whose scope was not granted', async (calls, scopes) => {
      const mira = await scene.logIn('mira', scopes);
      for (const call of calls) {
        const { status, body } = await scene.call(call, mira);
        expect([status, body.detail]).toEqual([
          403,
          expect.stringMatching(/Insufficient client scope\. Log in/) as string,
        ]);
      }
    });

    it('what the platform has closed to this app', async () => {
      await scene.platform.setWeather({
        errors: [{ path: '/v1/me/player*', status: 404, reason: 'Service not found' }],
      });
      for (const read of READS)
        expect(await scene.call(read)).toMatchObject({
          status: 403,
          body: { detail: 'The platform refuses this: Service not found' },
        });
    });
  });
});
