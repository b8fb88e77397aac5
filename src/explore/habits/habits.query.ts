import { QueryEnum, QueryInt } from '../../common/validation/query.decorators';
import { PagedLensQuery } from '../paging';
import { OBSESSION_KINDS, type ObsessionKind } from './obsessions.sql';
import { STREAK_KINDS, type StreakKind } from './streaks.sql';

export class StreaksQuery extends PagedLensQuery {
  @QueryEnum(STREAK_KINDS, { default: 'days' })
  of: StreakKind = 'days';
}

export class ObsessionsQuery extends PagedLensQuery {
  @QueryEnum(OBSESSION_KINDS, { default: 'tracks' })
  of: ObsessionKind = 'tracks';

  @QueryInt({
    min: 3,
    max: 1_000,
    description: 'The fewest plays within a week; by default 8 of a track, 30 of an artist',
  })
  min_plays?: number;
}
