import { Injectable } from '@nestjs/common';
import { pageCount, pageRange } from '../../common/pagination';
import { HistoryService } from '../../history/history.service';
import { HistoryFilters } from '../../history/listing/history-filter.service';
import { Explorer } from '../explorer.service';
import { toLensResponse } from '../lens/lens.dto';
import { LensQuery } from '../lens/lens.query';
import type { HistoryThroughLensResponse, LensHistoryQuery } from './lens-history.dto';
import { matchingPlays } from './lens-history.sql';

/** Lists what a user has played, through a lens if one is given. */
@Injectable()
export class LensHistory {
  constructor(
    private readonly explorer: Explorer,
    private readonly filters: HistoryFilters,
    private readonly history: HistoryService,
  ) {}

  /**
   * @throws InvalidRequest for parameters of a lens that do not go together
   * @throws NotFound for a saved lens that is not one of this user's
   */
  async list(userId: string, query: LensHistoryQuery): Promise<HistoryThroughLensResponse> {
    const { page, limit, artist, track, start_date, end_date, ...ofLens } = query;
    if (Object.values<unknown>(ofLens).every((value) => value === undefined)) return this.history.list(userId, query);
    const { filter } = await this.filters.resolve(userId, { artist, track, start_date, end_date });
    const matching = matchingPlays(filter);
    const through = Object.assign(new LensQuery(), ofLens);
    const { lens, total, ids } = await this.explorer.read(userId, through, async ({ rows, ...reader }) => {
      const [counted] = await rows<{ total: number }>(matching.total, matching.parameters);
      const range = pageRange(query);
      const found = await rows<{ id: string }>(matching.page, { ...matching.parameters, ...range });
      return { lens: reader.lens, total: counted?.total ?? 0, ids: found.map(({ id }) => id) };
    });
    return {
      lens: toLensResponse(lens),
      items: await this.history.byIds(userId, ids),
      total,
      page,
      limit,
      pages: pageCount(total, limit),
    };
  }
}
