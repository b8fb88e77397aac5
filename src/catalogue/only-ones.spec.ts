import { onlyOnes } from './only-ones';

const record = (platform_id: string, name: string) => ({ platform_id, name });

describe('onlyOnes', () => {
  it.each([
    ['the platform’s, if it has one', [record('name:ada', 'ada'), record('1', 'ada')], '1'],
    ['the one made of the name, if the platform has none', [record('name:ada', 'ada')], 'name:ada'],
    [
      'the same, if the platform has several',
      [record('1', 'ada'), record('name:ada', 'ada'), record('2', 'ada')],
      'name:ada',
    ],
    ['none, if the platform has several and there is no other', [record('1', 'ada'), record('2', 'ada')], undefined],
  ])('takes %s', (_which, records, expected) => {
    const found = onlyOnes([...records, record('3', 'bo')], ({ name }) => name);
    expect(found.get('ada')?.platform_id).toBe(expected);
    expect(found.get('bo')?.platform_id).toBe('3');
  });
});
