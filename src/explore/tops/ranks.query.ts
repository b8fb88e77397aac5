import { QueryEnum, QueryInt } from '../../common/validation/query.decorators';
import { LensQuery } from '../lens/lens.query';

export const RANKED_KINDS = ['artists', 'albums', 'tracks'] as const;
export const RANK_STEPS = ['month', 'quarter', 'year'] as const;

export class RanksQuery extends LensQuery {
  @QueryEnum(RANKED_KINDS, { default: 'artists' })
  of: (typeof RANKED_KINDS)[number] = 'artists';

  @QueryEnum(RANK_STEPS, { default: 'month' })
  step: (typeof RANK_STEPS)[number] = 'month';

  @QueryInt({ min: 1, max: 50, default: 10, description: 'How many items, the highest of the whole range' })
  top = 10;
}
