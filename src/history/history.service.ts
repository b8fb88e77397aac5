import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter } from 'mongoose';
import { CatalogueService, type TrackCover } from '../catalogue/catalogue.service';
import { pageCount, type PageRange, pageRange, totalBeside } from '../common/pagination';
import { type HistoryQuery, type HistoryResponse, type PlayResponse, toPlayResponse } from './listing/history.dto';
import { HistoryFilters, isUnfiltered, type PlayFilter, type ResolvedFilter } from './listing/history-filter.service';
import { shortestWalk } from './listing/page-walk';
import { type PlayCount, PlayCounts } from './listing/play-counts.service';
import { Play } from './play.schema';

const NEWEST_FIRST = { played_at: -1, _id: -1 } as const;
const OLDEST_FIRST = { played_at: 1, _id: 1 } as const;
/** The index of a user's plays by time. */
const BY_TIME = { user_id: 1, ...NEWEST_FIRST } as const;
/** The plays of a pattern's names are sorted while they are so few; else some are met soon on a walk through all by time. */
const MOST_SORTED = 5_000;

/** People of whom it is remembered how far the newest page went. */
const MOST_REMEMBERED = 1_000;

type WalkOptions = PageRange & { hint?: typeof BY_TIME };

/** Lists what a user has played. */
@Injectable()
export class HistoryService {
  /** By user the time of the last play on the newest page, as it was while somebody wrote. */
  private readonly newestPageEnds = new LRUCache<string, Date>({ max: MOST_REMEMBERED });

  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    private readonly filters: HistoryFilters,
    private readonly counts: PlayCounts,
    private readonly catalogue: CatalogueService,
  ) {}

  async list(userId: string, query: HistoryQuery): Promise<HistoryResponse> {
    const resolved = await this.filters.resolve(userId, query);
    const range = pageRange(query);
    const [counted, plays] = await this.countAndPage(resolved, range);
    const total = totalBeside(counted.plays, range, plays.length);
    const covers = await this.coversFor(plays);
    return {
      items: plays.map((play) => toPlayResponse(play, covers.get(play.track.platform_id))),
      total,
      page: query.page,
      limit: query.limit,
      pages: pageCount(total, query.limit),
    };
  }

  /** Those of a user's plays that are still there, in the order of the ids. */
  async byIds(userId: string, ids: readonly string[]): Promise<PlayResponse[]> {
    const plays = await this.history.find({ _id: { $in: ids }, user_id: userId }).lean<Play[]>();
    const covers = await this.coversFor(plays);
    const byId = new Map(
      plays.map((play) => [String(play._id), toPlayResponse(play, covers.get(play.track.platform_id))]),
    );
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Export files tell no pictures and lengths of tracks; what the catalogue has of them shows with the plays. */
  private async coversFor(plays: readonly Play[]): Promise<Map<string, TrackCover>> {
    const bare = plays.filter(({ track }) => track.album_image_url === '' || track.duration_ms === 0);
    if (bare.length === 0) return new Map();
    return this.catalogue.findCovers([...new Set(bare.map(({ track }) => track.platform_id))]);
  }

  /** Where a page of all plays lies is told with their number, and others but the first depend on that. */
  private async countAndPage(resolved: ResolvedFilter, range: PageRange): Promise<[PlayCount, Play[]]> {
    const { filter, named } = resolved;
    const counting = this.counts.count(resolved, range.skip + range.limit);
    if (range.skip === 0 && !isUnfiltered(filter) && named === undefined)
      return Promise.all([counting, this.newest(filter, range)]);
    const counted = await counting;
    return [counted, await this.page(resolved, range, counted)];
  }

  private async page({ filter, named }: ResolvedFilter, range: PageRange, counted: PlayCount): Promise<Play[]> {
    if (range.skip >= counted.plays) return [];
    if (counted.isMoving && range.skip === 0) return this.newestWhileMoving(filter, range);
    const { isRising, playedAt, ...stretch } = shortestWalk(range, counted);
    if (named !== undefined && Math.max(counted.plays, named.like.length) <= MOST_SORTED)
      return this.newest({ ...filter, [named.key]: { $in: named.like } }, range);
    const walk: WalkOptions = named === undefined ? stretch : { ...stretch, hint: BY_TIME };
    const within = playedAt === undefined ? filter : { ...filter, played_at: playedAt };
    if (isRising)
      return (await this.history.find(within, null, { sort: OLDEST_FIRST, ...walk }).lean<Play[]>()).reverse();
    return this.newestSince(filter.played_at === undefined ? counted.recently : undefined, within, walk);
  }

  /** No landmark is sure while somebody writes: it is looked from where this page ended a moment ago. */
  private async newestWhileMoving(filter: PlayFilter, range: PageRange): Promise<Play[]> {
    const { user_id } = filter;
    const plays = await this.newestSince(this.newestPageEnds.get(user_id), filter, range);
    const last = plays.at(-1);
    if (last !== undefined) this.newestPageEnds.set(user_id, last.played_at);
    return plays;
  }

  /**
   * Some servers sort all plays that a filter meets before they give the first: older ones are left out, unless too few
   * are left then.
   */
  private async newestSince(since: Date | undefined, filter: PlayFilter, options: WalkOptions): Promise<Play[]> {
    const recent = since === undefined ? [] : await this.newest({ ...filter, played_at: { $gte: since } }, options);
    return recent.length === options.limit ? recent : this.newest(filter, options);
  }

  private newest(filter: QueryFilter<Play>, options: WalkOptions): Promise<Play[]> {
    return this.history.find(filter, null, { sort: NEWEST_FIRST, ...options }).lean<Play[]>();
  }
}
