import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pageCount, pageRange } from '../common/pagination';
import { type HistoryQuery, type HistoryResponse, toPlayResponse } from './listing/history.dto';
import { HistoryFilters } from './listing/history-filter.service';
import { Play } from './play.schema';

const NEWEST_FIRST = { played_at: -1, _id: -1 } as const;

/** Lists what a user has played. */
@Injectable()
export class HistoryService {
  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    private readonly filters: HistoryFilters,
  ) {}

  async list(userId: string, query: HistoryQuery): Promise<HistoryResponse> {
    const filter = await this.filters.resolve(userId, query);
    const { skip, limit } = pageRange(query);
    const [plays, total] = await Promise.all([
      this.history.find(filter).sort(NEWEST_FIRST).skip(skip).limit(limit).lean<Play[]>(),
      this.history.countDocuments(filter),
    ]);
    return {
      items: plays.map(toPlayResponse),
      total,
      page: query.page,
      limit: query.limit,
      pages: pageCount(total, query.limit),
    };
  }
}
