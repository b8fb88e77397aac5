import fc from 'fast-check';
import { parseTrackUri } from './track-uri';

describe('parseTrackUri', () => {
  it.each([
    ['spotify:track:0123456789abcdefghijAB', { kind: 'track', trackId: '0123456789abcdefghijAB' }],
    ['spotify:episode:0123456789abcdefghijAB', { kind: 'other', what: 'podcast episode' }],
    ['spotify:show:0123456789abcdefghijAB', { kind: 'other', what: 'podcast episode' }],
    ['spotify:audiobook:0123456789abcdefghijAB', { kind: 'other', what: 'audiobook' }],
    ['spotify:chapter:0123456789abcdefghijAB', { kind: 'other', what: 'audiobook' }],
    ['spotify:ad:000000012c603a6600000020316a17a1', { kind: 'other', what: 'ad' }],
    ['spotify:local:Ann::Song:200', { kind: 'local', artistName: 'Ann', albumName: '', trackName: 'Song' }],
    [
      'spotify:local:Zo%C3%AB+%26+Ann:Caf%c3%a9:1%2B1%3A+Two:200',
      { kind: 'local', artistName: 'Zoë & Ann', albumName: 'Café', trackName: '1+1: Two' },
    ],
    ['spotify:local:100%:%zz:Song:', { kind: 'local', artistName: '100%', albumName: '%zz', trackName: 'Song' }],
  ])('knows what %s names', (uri, named) => {
    expect(parseTrackUri(uri)).toEqual(named);
  });

  it.each([
    '',
    'Song',
    'spotify:track:tooshort',
    'spotify:local:',
    'https://example.org/track/1',
    null,
    undefined,
    7,
    {},
  ])('finds nothing in %j', (uri) => {
    expect(parseTrackUri(uri)).toBeNull();
  });

  it('gives back the names that a URI was made from', () => {
    const name = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(name, name, name, fc.boolean(), (artistName, albumName, trackName, plus) => {
        const encode = (text: string): string => {
          const encoded = encodeURIComponent(text);
          return plus ? encoded.replaceAll('%20', '+') : encoded;
        };
        const uri = ['spotify:local', encode(artistName), encode(albumName), encode(trackName), '200'].join(':');
        expect(parseTrackUri(uri)).toEqual({ kind: 'local', artistName, albumName, trackName });
      }),
    );
  });
});
