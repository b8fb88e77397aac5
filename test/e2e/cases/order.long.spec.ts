import { playCases } from '../../support/cases/play-cases';

describe('the cases of order', () => {
  playCases('order');
});
