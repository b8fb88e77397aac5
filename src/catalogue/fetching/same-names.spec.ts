import { aliasesToChange } from './same-names';

const A = 'A'.repeat(22);
const B = 'B'.repeat(22);
const NAMED = 'name:x';

describe('a record made of names', () => {
  it('stands for the only record of the platform that has these names', () => {
    const records = [{ platform_id: NAMED }, { platform_id: A }];
    expect(aliasesToChange(records)).toEqual([{ platform_id: NAMED, same_as: A }]);
  });

  it('is left alone once it does', () => {
    expect(aliasesToChange([{ platform_id: NAMED, same_as: A }, { platform_id: A }])).toEqual([]);
  });

  it('stands for none when there are several, or no more', () => {
    const several = [{ platform_id: NAMED, same_as: A }, { platform_id: A }, { platform_id: B }];
    expect(aliasesToChange(several)).toEqual([{ platform_id: NAMED, same_as: null }]);
    expect(aliasesToChange([{ platform_id: NAMED, same_as: null }])).toEqual([]);
  });

  it('is one of several in other spellings', () => {
    const records = [{ platform_id: NAMED }, { platform_id: 'name:y' }, { platform_id: A }];
    expect(aliasesToChange(records).map(({ same_as }) => same_as)).toEqual([A, A]);
  });
});
