import { QueryEnum } from '../../common/validation/query.decorators';
import { LensQuery } from '../lens/lens.query';
import { STEPS, type Step } from '../lens/steps';

export class ItemQuery extends LensQuery {
  @QueryEnum(STEPS, { default: 'month' })
  step: Step = 'month';
}
