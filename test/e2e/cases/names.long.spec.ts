import { playCases } from '../../support/cases/play-cases';

describe('the cases of names', () => {
  playCases('names');
});
