import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueService, type TrackCover } from '../catalogue/catalogue.service';
import { pageCount, type PageRange, pageRange } from '../common/pagination';
import { type HistoryQuery, type HistoryResponse, toPlayResponse } from './listing/history.dto';
import { HistoryFilters, type PlayFilter } from './listing/history-filter.service';
import { shortestWalk } from './listing/page-walk';
import { type PlayCount, PlayCounts } from './listing/play-counts.service';
import { Play } from './play.schema';

const NEWEST_FIRST = { played_at: -1, _id: -1 } as const;
const OLDEST_FIRST = { played_at: 1, _id: 1 } as const;
/** The index of a user's plays by time. */
const BY_TIME = { user_id: 1, ...NEWEST_FIRST } as const;
/** What a list of names matches is sorted while it is so little; else it is met soon on a walk through all plays by time. */
const MOST_SORTED = 5_000;

/** Lists what a user has played. */
@Injectable()
export class HistoryService {
  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    private readonly filters: HistoryFilters,
    private readonly counts: PlayCounts,
    private readonly catalogue: CatalogueService,
  ) {}

  async list(userId: string, query: HistoryQuery): Promise<HistoryResponse> {
    const resolved = await this.filters.resolve(userId, query);
    const range = pageRange(query);
    const counted = await this.counts.count(resolved, range.skip);
    const plays = await this.page(resolved.filter, range, counted);
    // The number of plays that is kept beside an import may be behind them.
    const total = Math.max(counted.plays, range.skip + plays.length);
    const covers = await this.coversFor(plays);
    return {
      items: plays.map((play) => toPlayResponse(play, covers.get(play.track.platform_id))),
      total,
      page: query.page,
      limit: query.limit,
      pages: pageCount(total, query.limit),
    };
  }

  /** Export files tell no pictures and lengths of tracks; what the catalogue has of them shows with the plays. */
  private async coversFor(plays: readonly Play[]): Promise<Map<string, TrackCover>> {
    const bare = plays.filter(({ track }) => track.album_image_url === '' || track.duration_ms === 0);
    if (bare.length === 0) return new Map();
    return this.catalogue.findCovers([...new Set(bare.map(({ track }) => track.platform_id))]);
  }

  private async page(filter: PlayFilter, range: PageRange, counted: PlayCount): Promise<Play[]> {
    if (range.skip >= counted.plays) return [];
    const { isRising, playedAt, skip, limit } = shortestWalk(range, counted);
    const within = playedAt === undefined ? filter : { ...filter, played_at: playedAt };
    const page = this.history.find(within, null, { sort: isRising ? OLDEST_FIRST : NEWEST_FIRST, skip, limit });
    const isList = typeof filter.artist_key === 'object' || typeof filter.track_key === 'object';
    const plays = await (isList && counted.plays > MOST_SORTED ? page.hint(BY_TIME) : page).lean<Play[]>();
    return isRising ? plays.reverse() : plays;
  }
}
