import fc from 'fast-check';
import { PlatformAnswerUnexpected } from '../platform.errors';
import { readPlayedItem } from './played-item';
import { readDevices, readPlayback, readQueue } from './player';

const ALBUM = { name: 'Album', images: [{ url: 'https://img.example/640' }] };

describe('what a player plays', () => {
  it('is a track', () => {
    const artists = [{ name: 'Ann' }, { name: 'Bo' }];
    expect(readPlayedItem({ type: 'track', id: 't1', name: 'Song', artists, album: ALBUM, duration_ms: 5 })).toEqual({
      platformId: 't1',
      name: 'Song',
      artistName: 'Ann',
      collectionName: 'Album',
      imageUrl: 'https://img.example/640',
      durationMs: 5,
    });
  });

  it('is a file of the user’s own', () => {
    const file = { type: 'track', id: null, is_local: true, name: 'Rehearsal', artists: [{ name: 'Us', id: null }] };
    expect(readPlayedItem({ ...file, album: { name: '', images: [] }, duration_ms: 5 })).toEqual({
      platformId: '',
      name: 'Rehearsal',
      artistName: 'Us',
      collectionName: '',
      imageUrl: '',
      durationMs: 5,
    });
  });

  it.each([
    ['of its show', undefined, 'https://img.example/show'],
    ['of its own', [{ url: 'https://img.example/episode' }], 'https://img.example/episode'],
  ])('is an episode of a podcast with a picture %s', (_, images, imageUrl) => {
    const show = { name: 'Show', publisher: 'Radio', images: [{ url: 'https://img.example/show' }] };
    expect(readPlayedItem({ type: 'episode', id: 'e1', name: 'One', show, images, duration_ms: 5 })).toEqual({
      platformId: 'e1',
      name: 'One',
      artistName: 'Radio',
      collectionName: 'Show',
      imageUrl,
      durationMs: 5,
    });
  });

  it.each([null, undefined, 'ad', []])('is unknown for %j', (value) => {
    expect(readPlayedItem(value)).toBeNull();
  });
});

describe('the state of a player', () => {
  it('is none in an answer without a body', () => {
    expect(readPlayback('')).toBeNull();
    expect(readQueue('')).toEqual({ current: null, next: [] });
  });

  it('has no item during an advertisement', () => {
    expect(readPlayback({ is_playing: true, item: null, currently_playing_type: 'ad' })).toEqual({
      isPlaying: true,
      item: null,
      progressMs: 0,
      deviceName: '',
      shuffle: false,
      repeat: '',
    });
  });

  it.each([null, 'OK', 5, []])('is refused when it is %j', (body) => {
    for (const read of [readPlayback, readQueue, readDevices])
      expect(() => read(body)).toThrow(PlatformAnswerUnexpected);
  });
});

describe('what-hurts 19: whatever the platform answers of a player', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, [], {}, '', -1, 1e300, true));
  const fields = ['id', 'name', 'type', 'item', 'album', 'show', 'artists', 'images', 'device', 'queue', 'devices'];
  const numbers = ['duration_ms', 'progress_ms', 'volume_percent', 'is_playing', 'currently_playing'];
  const part = fc.record(Object.fromEntries([...fields, ...numbers].map((name) => [name, odd])), { requiredKeys: [] });

  it('every field has its type', () => {
    fc.assert(
      fc.property(part, part, (outer, inner) => {
        const playback = readPlayback({ ...outer, item: inner });
        const [device] = readDevices({ devices: [outer] });
        const { next } = readQueue({ queue: [inner] });
        expect(playback).toMatchObject({
          isPlaying: expect.any(Boolean) as boolean,
          repeat: expect.any(String) as string,
        });
        expect(playback?.progressMs).toBeGreaterThanOrEqual(0);
        expect([device?.id, device?.name, device?.type].every((text) => typeof text === 'string')).toBe(true);
        expect(device?.volumePercent).toBeLessThanOrEqual(100);
        for (const item of [playback?.item, next[0]])
          expect(item).toEqual({
            platformId: expect.any(String) as string,
            name: expect.any(String) as string,
            artistName: expect.any(String) as string,
            collectionName: expect.any(String) as string,
            imageUrl: expect.any(String) as string,
            durationMs: expect.any(Number) as number,
          });
      }),
      { numRuns: 300 },
    );
  });
});
