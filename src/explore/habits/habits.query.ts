import { QueryEnum } from '../../common/validation/query.decorators';
import { PagedLensQuery } from '../paging';
import { STREAK_KINDS, type StreakKind } from './streaks.sql';

export class StreaksQuery extends PagedLensQuery {
  @QueryEnum(STREAK_KINDS, { default: 'days' })
  of: StreakKind = 'days';
}
