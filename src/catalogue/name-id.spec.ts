import { isNameId, nameId } from './name-id';

describe('nameId', () => {
  it('is made of the names, lower-cased', () => {
    // printf 'band\nsong' | sha256sum | xxd -r -p | basenc --base64url | cut -c1-22
    expect(nameId('Band', 'Song')).toBe('name:psxVd_zyw4xC1zjxg3GtpD');
    expect(nameId('BAND', 'song')).toBe(nameId('Band', 'Song'));
  });

  it('is one for two spellings of one letter', () => {
    expect(nameId('Bjo\u0308rk')).toBe(nameId('Björk'));
  });

  it('keeps the names apart', () => {
    expect(nameId('a', 'b')).not.toBe(nameId('b', 'a'));
    expect(nameId('ab')).not.toBe(nameId('a', 'b'));
  });

  it('is no id of the platform', () => {
    expect(isNameId(nameId('Band'))).toBe(true);
    expect(isNameId('4iV5W9uYEdYUVa79Axb7Rh')).toBe(false);
  });
});
