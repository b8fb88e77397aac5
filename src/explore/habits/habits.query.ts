import { QueryEnum, QueryInt, QueryNumber } from '../../common/validation/query.decorators';
import { LensQuery } from '../lens/lens.query';
import { PagedLensQuery } from '../paging';
import { OBSESSION_KINDS, type ObsessionKind } from './obsessions.sql';
import { SEASON_KINDS, type SeasonKind } from './seasons.sql';
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

export class SeasonsQuery extends PagedLensQuery {
  @QueryEnum(SEASON_KINDS, { default: 'artists' })
  of: SeasonKind = 'artists';
}

export class ChaptersQuery extends LensQuery {
  @QueryNumber({ min: 0.1, max: 0.95, default: 0.5, description: 'How far apart chapters are at least: 1 - cosine' })
  threshold = 0.5;
}
