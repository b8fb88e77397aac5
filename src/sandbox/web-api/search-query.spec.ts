import { matchesSearch, parseSearch } from './search-query';

describe('a search', () => {
  const track = {
    text: 'Waltzing Again Señor Tostada',
    track: 'Waltzing Again',
    artist: 'Señor Tostada',
    year: '1999',
  };

  it.each([
    ['waltzing', true],
    ['again waltzing', true],
    ['waltzing never', false],
    ['SEN\u0303OR', true],
    ['track:waltzing artist:"señor tostada"', true],
    ['artist:waltzing', false],
    ['year:1999 again', true],
    ['genre:jazz', false],
    ['"waltzing again"', true],
    ['"again waltzing"', false],
  ])('for %s finds the track: %s', (query, found) => {
    expect(matchesSearch(parseSearch(query), track)).toBe(found);
  });
});
