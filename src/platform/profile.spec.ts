import { PlatformAnswerUnexpected } from './platform.errors';
import { readProfile } from './profile';

const NOTHING_ELSE = { displayName: '', email: '', imageUrl: '', country: '', product: '' };

describe('a profile', () => {
  it('is read with its first image', () => {
    const body = {
      id: 'mira',
      display_name: 'Mira',
      email: 'mira@example.org',
      images: [{ url: 'https://img.example/640' }, { url: 'https://img.example/64' }],
      country: 'SE',
      product: 'premium',
    };
    expect(readProfile(body)).toEqual({
      platformId: 'mira',
      displayName: 'Mira',
      email: 'mira@example.org',
      imageUrl: 'https://img.example/640',
      country: 'SE',
      product: 'premium',
    });
  });

  it.each([
    ['left out', {}],
    ['null', { display_name: null, email: null, images: null, country: null, product: null }],
    ['of another type', { display_name: 1, email: [], images: {}, country: {}, product: true }],
    ['lists of nothing', { images: [] }],
    ['odd images', { images: [null] }],
  ])('has "" for fields that are %s', (_, fields) => {
    expect(readProfile({ id: 'mira', ...fields })).toEqual({ platformId: 'mira', ...NOTHING_ELSE });
  });

  it.each([{}, { id: '' }, { id: 5 }, 'mira', null])('is refused without an id: %j', (body) => {
    expect(() => readProfile(body)).toThrow(PlatformAnswerUnexpected);
  });
});
