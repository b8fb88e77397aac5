import { withoutFields } from './missing-fields';

describe('withoutFields', () => {
  it('leaves the fields out at any depth and everything else as it was', () => {
    const answer = {
      id: 'a',
      popularity: 1,
      items: [{ track: { popularity: 2, name: 'n', album: null } }, null, 'popularity'],
    };
    expect(withoutFields(answer, new Set(['popularity']))).toEqual({
      id: 'a',
      items: [{ track: { name: 'n', album: null } }, null, 'popularity'],
    });
    expect(withoutFields(answer, new Set())).toBe(answer);
  });
});
