import { caseNames, readCase } from './case';
import { SUBJECTS } from './subjects';

it('each case belongs to one subject', () => {
  expect(Object.values(SUBJECTS).flat().sort()).toEqual(caseNames().sort());
});

it.each(caseNames())('%s says nothing of which no check knows', (name) => {
  expect(readCase(name).runs.length).toBeGreaterThan(0);
});
