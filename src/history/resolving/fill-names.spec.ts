import type { PlayedTrack } from '../play.schema';
import { fillNames, type NamedTrack } from './fill-names';

const KNOWN: NamedTrack = {
  name: 'Song',
  artist_name: 'Ada',
  album_name: 'Hits',
  album_image_url: 'hits.jpg',
  duration_ms: 200_000,
};
const BLANK: PlayedTrack = {
  platform_id: 't1',
  name: '',
  artist_name: '',
  album_name: '',
  album_image_url: '',
  duration_ms: 0,
};

describe('fillNames', () => {
  it('gives a play without names all that is known of its track', () => {
    expect(fillNames(BLANK, KNOWN)).toEqual({ platform_id: 't1', ...KNOWN });
    expect(fillNames({ ...BLANK, name: ' ', artist_name: '\u200b' }, KNOWN)).toMatchObject({ ...KNOWN });
  });

  it.each([
    ['the track', { ...KNOWN, name: '' }],
    ['the artist', { ...KNOWN, artist_name: '' }],
    ['the album', { ...KNOWN, album_name: '' }],
  ])('gives it the name of %s alone where that alone is missing', (_what, track) => {
    const own = { platform_id: 't1', album_image_url: 'own.jpg', duration_ms: 1 };
    const spelled = { name: 'SONG', artist_name: 'ADA', album_name: 'HITS' };
    const lacking = Object.fromEntries(
      Object.entries(spelled).map(([key, name]) => [key, track[key as 'name'] && name]),
    );
    const filled = fillNames({ ...BLANK, ...own, ...lacking }, KNOWN);
    expect(filled).toEqual({
      ...KNOWN,
      ...own,
      ...Object.fromEntries(Object.entries(lacking).filter(([, name]) => name)),
    });
  });

  it('changes nothing where no name can be had', () => {
    expect(fillNames({ platform_id: 't1', ...KNOWN }, { ...KNOWN, name: 'Other' })).toBeNull();
    expect(fillNames(BLANK, { ...KNOWN, name: '', artist_name: ' ', album_name: '' })).toBeNull();
    expect(fillNames({ ...BLANK, ...KNOWN, duration_ms: 0 }, KNOWN)).toBeNull();
  });
});
